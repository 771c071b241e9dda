// The review of one request, composed on the server: the paper is set here, the pane around it is alive.
import { PlanDocument } from "@/components/plan/plan-document"
import { RawText } from "@/components/plan/raw-text"
import { RevisionView } from "@/components/plan/revision-view"
import { ShownText } from "@/components/plan/shown-text"
import type { ShownField } from "@/lib/core/protocols"
import type { ReviewModel } from "./review-model"
import type { Paper } from "./review-model-of"
import { ReviewPane } from "./review-pane"

export function Review({ model, paper }: { model: ReviewModel; paper: Paper }) {
  return (
    <ReviewPane model={model}>
      <PaperView paper={paper} fields={model.fields} />
    </ReviewPane>
  )
}

function PaperView({ paper, fields }: { paper: Paper; fields: ShownField[] }) {
  switch (paper.kind) {
    case "plan":
      return <PlanDocument rows={paper.rows} />
    case "raw":
      return <RawText source={paper.source} />
    case "changes":
      return <RevisionView comparison={paper.comparison} />
    case "fields":
      return <FieldList fields={fields} />
  }
}

/** Any protocol that is not a plan: its fields, as the protocol itself names them. */
function FieldList({ fields }: { fields: ShownField[] }) {
  return (
    <dl className="ml-4 grid gap-4 md:ml-[52px]">
      {fields.map((field) => (
        <div key={field.label}>
          <dt className="text-small font-medium text-text-3">{field.label}</dt>
          <dd className="[overflow-wrap:anywhere] whitespace-pre-wrap">
            {field.value ? <ShownText text={field.value} /> : <span className="text-text-3">Nothing was said.</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
