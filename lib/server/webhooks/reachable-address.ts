// Which addresses a webhook may lead to: any but those at which a machine answers for the network it stands in.
import "server-only"
import { type LookupAddress, lookup } from "node:dns"
import { BlockList, isIP, type LookupFunction } from "node:net"

/** Cloud machines hand out their own credentials at link-local addresses; the rest are no addresses of anybody. */
const closed = new BlockList()
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["169.254.0.0", 16],
  ["192.0.0.192", 32],
  ["100.100.100.200", 32],
  ["224.0.0.0", 3],
] as const)
  closed.addSubnet(net, bits, "ipv4")
for (const [net, bits] of [
  ["::", 128],
  ["fe80::", 10],
  ["ff00::", 8],
  ["fd00:ec2::254", 128],
] as const)
  closed.addSubnet(net, bits, "ipv6")

export const isClosed = (address: string): boolean =>
  isIP(address) > 0 && closed.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")

export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, "")

/** Looked at when the connection is made, so that a name cannot lead elsewhere the second time it is asked for. */
export const lookupOpen: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const open = error ? [] : found.filter(({ address }) => !isClosed(address))
    const first = open[0]
    if (!first) return done(error ?? new Error(`${hostname} leads to no address that may be called`), "", 0)
    if (options.all) return done(null, open)
    done(null, first.address, first.family)
  })
}
