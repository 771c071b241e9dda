// A small TCP proxy between a process and its PostgreSQL: passes, cuts, stalls or slows what goes through it.
import { once } from "node:events"
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from "node:net"

type Mode = { kind: "pass" } | { kind: "cut" } | { kind: "stall" } | { kind: "slow"; ms: number }
type Line = { near: Socket; far: Socket }

export class TcpProxy {
  private mode: Mode = { kind: "pass" }
  private readonly lines = new Set<Line>()

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {
    server.on("connection", (near) => this.open(near))
  }

  /** `url` as it would be dialled without the proxy. */
  static async before(url: string): Promise<{ proxy: TcpProxy; url: string }> {
    const through = new URL(url)
    const server = createServer({ pauseOnConnect: true })
    const proxy = new TcpProxy(server, { host: through.hostname, port: Number(through.port) })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    through.hostname = "127.0.0.1"
    through.port = String((server.address() as AddressInfo).port)
    return { proxy, url: through.href }
  }

  /** Everything goes through again; what was held back meanwhile goes first. */
  pass(): void {
    this.mode = { kind: "pass" }
    for (const { near, far } of this.lines) {
      near.resume()
      far.resume()
    }
  }

  /** Every connection breaks, and no new one is let through. */
  cut(): void {
    this.mode = { kind: "cut" }
    for (const line of this.lines) this.close(line)
  }

  /** Connections stay open and carry nothing: the silence of a network that lost its other half. */
  stall(): void {
    this.mode = { kind: "stall" }
    for (const { near, far } of this.lines) {
      near.pause()
      far.pause()
    }
  }

  /** Every piece takes this much longer, each way. */
  slow(ms: number): void {
    this.pass()
    this.mode = { kind: "slow", ms }
  }

  async stop(): Promise<void> {
    this.cut()
    this.server.close()
    await once(this.server, "close")
  }

  private open(near: Socket): void {
    if (this.mode.kind === "cut") return void near.destroy()
    const far = dial(this.target)
    const line = { near, far }
    this.lines.add(line)
    this.carry(near, far, line)
    this.carry(far, near, line)
    if (this.mode.kind === "stall") far.pause()
    else near.resume()
  }

  private carry(from: Socket, to: Socket, line: Line): void {
    from.setNoDelay(true)
    from.on("data", (bytes) => {
      if (this.mode.kind === "slow") setTimeout(() => to.write(bytes), this.mode.ms)
      else to.write(bytes)
    })
    from.on("end", () => this.close(line))
    from.on("close", () => this.close(line))
    from.on("error", () => this.close(line))
  }

  private close(line: Line): void {
    if (!this.lines.delete(line)) return
    line.near.destroy()
    line.far.destroy()
  }
}
