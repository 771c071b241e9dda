// Where a call comes from: the other end of its connection, or what our own proxy wrote down about it.
import "server-only"
import { BlockList, isIP } from "node:net"

/** Written anew for every request by whoever holds the connection, so that no caller can choose what stands there. */
const HEADER = "x-forwarded-for"

export const addressOf = (headers: Headers): string => headers.get(HEADER)?.split(",").at(-1)?.trim() || "unknown"

const near = new BlockList()
for (const [net, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  near.addSubnet(net, bits, "ipv4")
near.addAddress("::1", "ipv6")
near.addSubnet("fc00::", 7, "ipv6")

/** With COUNTERSIGN_URL set a proxy may stand in front; its word counts when it is a neighbour, and only its own entry. */
export function writeAddress(
  request: { headers: Record<string, string | string[] | undefined>; socket: { remoteAddress?: string } },
  behindProxy: boolean,
): void {
  const peer = request.socket.remoteAddress ?? "unknown"
  const trusted = behindProxy && isIP(peer) > 0 && near.check(peer, isIP(peer) === 6 ? "ipv6" : "ipv4")
  const told = trusted
    ? String(request.headers[HEADER] ?? "")
        .split(",")
        .at(-1)!
        .trim()
    : ""
  request.headers[HEADER] = isIP(told) > 0 ? told : peer
}
