#!/usr/bin/env node
// Claude Code's own plan-mode exit, sent to Countersign's queue: it goes on only after a person has approved the plan.
// Environment: COUNTERSIGN_URL (such as http://127.0.0.1:4180) and COUNTERSIGN_AGENT_TOKEN (a token of scope "agent").

const url = process.env.COUNTERSIGN_URL ?? "http://127.0.0.1:4180"
const token = process.env.COUNTERSIGN_AGENT_TOKEN ?? ""
const RETRY_MS = Number(process.env.COUNTERSIGN_RETRY_MS ?? 3_000)

/** One MCP call; the server keeps no session, so each stands alone. */
async function callTool(name, args) {
  const response = await fetch(new URL("/api/mcp", url), {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  })
  const text = await response.text()
  if (!response.ok) throw Object.assign(new Error(`Countersign answered ${response.status}: ${text}`), { final: response.status < 500 })
  const lines = text.split("\n").filter((line) => line.startsWith("data: {"))
  const answers = lines.map((line) => JSON.parse(line.slice("data: ".length)))
  const { result, error } = answers.find((answer) => answer.id === 1) ?? {}
  if (!result || result.isError)
    throw Object.assign(new Error(result?.content?.[0]?.text ?? error?.message ?? "no answer"), { final: Boolean(result ?? error) })
  return result
}

/** A server that restarts loses nothing: the question is asked again until it is answered. */
async function decisionOn(requestId) {
  for (;;) {
    try {
      const { structuredContent, content } = await callTool("await_decision", { request_id: requestId })
      if (structuredContent.status !== "pending") return { status: structuredContent.status, words: content[0].text }
    } catch (error) {
      if (error.final) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

function answer(permissionDecision, permissionDecisionReason) {
  const hookSpecificOutput = { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason }
  console.log(JSON.stringify({ hookSpecificOutput }))
}

let input = ""
for await (const chunk of process.stdin) input += chunk
try {
  const plan = JSON.parse(input).tool_input?.plan
  if (typeof plan !== "string" || plan.trim() === "") throw new Error("there is no plan in this call")
  const { structuredContent } = await callTool("submit_plan", { plan })
  const { status, words } = await decisionOn(structuredContent.request_id)
  answer(status === "approved" ? "allow" : "deny", words)
} catch (error) {
  // Fail closed: without an answer nothing is allowed.
  answer("deny", `Countersign could not ask a person: ${error.message}`)
}
