// When even the document around the pages fails: one sentence and another try.
"use client"

import "./globals.css"

export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Countersign</title>
        <main className="grid min-h-dvh place-items-center px-4 text-center">
          <div>
            <h1 className="font-semibold">Countersign could not read its store.</h1>
            <p className="mt-1 text-text-2">Your agents go on as far as they can. The server&rsquo;s log says why.</p>
            <button
              type="button"
              onClick={reset}
              className="mt-3 h-8 rounded-m border border-line-strong bg-surface px-3 font-medium hover:bg-hover"
            >
              Try again
            </button>
          </div>
        </main>
      </body>
    </html>
  )
}
