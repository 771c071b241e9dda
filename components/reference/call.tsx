// One call of the API: method and path, a sentence, who may make it, what goes in and what comes out.
type Field = { name: string; type: string; required: boolean }
type Props = {
  method: string
  path: string
  summary: string
  who: string
  query: Field[]
  body: Field[]
  answers: string
}

export function ApiCall({ method, path, summary, who, query, body, answers }: Props) {
  return (
    <section className="border-t border-line py-4" id={`${method.toLowerCase()}-${path.replace(/[^a-z]+/gi, "-")}`}>
      <h2 className="flex flex-wrap items-baseline gap-x-3 font-mono text-ui">
        <span className="w-14 flex-none font-semibold text-ink">{method}</span>
        <span className="font-medium break-all">{path}</span>
      </h2>
      <p className="mt-1 text-text-2 md:ml-17">
        {summary}. <span className="text-text-3">{who}</span>
      </p>
      <dl className="mt-2 grid gap-x-4 gap-y-1 text-small md:ml-17 md:grid-cols-[64px_minmax(0,1fr)]">
        <Fields label="Query" fields={query} />
        <Fields label="Body" fields={body} />
        <dt className="text-text-3">Answers</dt>
        <dd className="font-mono break-words">{answers}</dd>
      </dl>
    </section>
  )
}

function Fields({ label, fields }: { label: string; fields: Field[] }) {
  if (fields.length === 0) return null
  return (
    <>
      <dt className="text-text-3">{label}</dt>
      <dd className="font-mono break-words">
        {fields.map((field, index) => (
          <span key={field.name}>
            {index > 0 && ", "}
            {field.name}
            {field.required ? "" : "?"}
            <span className="text-text-3">: {field.type}</span>
          </span>
        ))}
      </dd>
    </>
  )
}
