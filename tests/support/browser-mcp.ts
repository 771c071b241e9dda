// An agent from outside as it really comes: the official MCP client over HTTP, with an agent's token.
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"

export type ToolAnswer = { text: string; isError: boolean; facts: Record<string, unknown> }
export type OutsideAgent = {
  use(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>
  close(): Promise<void>
}

type Result = { isError?: boolean; structuredContent?: Record<string, unknown>; content: { text: string }[] }

export async function connectAgent(origin: string, token: string): Promise<OutsideAgent> {
  const client = new Client({ name: "outside", version: "1" })
  const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", origin), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return {
    use: async (name, args = {}) => {
      const { content, isError, structuredContent } = (await client.callTool({ name, arguments: args })) as Result
      return { text: content[0]!.text, isError: isError === true, facts: structuredContent ?? {} }
    },
    close: () => client.close(),
  }
}
