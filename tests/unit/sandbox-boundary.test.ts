// The boundary: what a command in the sandbox sees, and above all what it does not.
import { execFileSync } from "node:child_process"
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:net"
import { homedir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { wrapInBubblewrap } from "@/lib/server/sandbox/bubblewrap"
import { probeSandbox, UNSANDBOXED } from "@/lib/server/sandbox/probe-sandbox"
import { runCommand } from "@/lib/server/sandbox/run-command"
import { wrapInSandboxExec } from "@/lib/server/sandbox/sandbox-exec"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"

const sandbox = await probeSandbox()
let data: string
let workspace: string

beforeAll(async () => {
  data = await makeTempDir("data")
  workspace = join(data, "workspaces/team")
  await mkdir(workspace, { recursive: true })
  await mkdir(join(data, "workspaces/other-team"))
  await writeFile(join(data, "token"), "the-operators-token")
})

afterAll(() => removeDir(data))

const run = async (command: string, network = false) =>
  (await runCommand({ command, workspace, sandbox, network })).output

describe.runIf(sandbox.kind !== "none")("a command in the sandbox", () => {
  test("sees its workspace at its own path and nothing beside it", async () => {
    expect(await run(`pwd; ls -A ${data} ${data}/workspaces`)).toBe(
      `${workspace}\n${data}:\nworkspaces\n\n${data}/workspaces:\nteam\n`,
    )
    expect(await run(`cat ${data}/token`)).toContain("No such file")
  })

  test("sees no home and none of the secrets under /etc", async () => {
    expect(await run(`ls -A ${homedir()} 2>&1 | head -1`)).toMatch(/cannot access|No such file/)
    expect(
      await run("cat /etc/shadow /etc/sudoers; ls /run /var /root /home /sys /boot 2>&1 | grep -vc 'cannot access'"),
    ).toMatch(/\n0\n$/)
  })

  test("writes nowhere but in its workspace and its own /tmp", async () => {
    const tried = await run(
      "for f in /x /usr/x /etc/x /bin/x /proc/sys/kernel/hostname; do echo x > $f && echo wrote $f; done 2>/dev/null; echo x > x; echo x > /tmp/x; ls /tmp/x",
    )
    expect(tried).toBe("/tmp/x\n")
    expect(await readdir(workspace)).toEqual(["x"])
    expect(await readdir(join(data, "workspaces"))).toEqual(["other-team", "team"])
  })

  test("cannot change the kernel's settings, not even as root", async () => {
    const before = await readFile("/proc/sys/kernel/core_pattern", "utf8")
    // Asks without writing: where the answer is yes, the way out is open.
    expect(
      await run("find /proc/sys -writable -type f 2>/dev/null | head -3; test -w /proc/sysrq-trigger && echo open"),
    ).toBe("")
    expect(await run("grep -h CapEff /proc/self/status")).toMatch(/^CapEff:\s+0+\n$/)
    expect(await readFile("/proc/sys/kernel/core_pattern", "utf8")).toBe(before)
  })

  test("sees only its own processes", async () => {
    const seen = await run("cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n'; echo $$")
    expect(seen).toContain("bwrap\n")
    expect(seen).not.toContain(process.argv[1])
    expect(Number(seen.trim().split("\n").at(-1))).toBeLessThan(20)
    expect(await run(`kill -0 ${process.pid} 2>&1`)).toContain("No such process")
  })

  describe("and the network", () => {
    let server: Server
    let port: number

    beforeAll(async () => {
      server = createServer((socket) => socket.end("reached\n"))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      port = (server.address() as { port: number }).port
    })

    afterAll(() => new Promise((resolve) => server.close(resolve)))

    test("is out of reach, the server itself included", async () => {
      expect(await run(`cat < /dev/tcp/127.0.0.1/${port}`)).toContain("Connection refused")
      expect(await run("cat /proc/net/route | wc -l")).toBe("1\n")
    })

    test("is there when the policy says so", async () => {
      expect(await run(`cat < /dev/tcp/127.0.0.1/${port}`, true)).toBe("reached\n")
    })
  })

  test("finds the usual programs, Node included", async () => {
    expect(
      await run("node -p 1+1 && printf 'a\\nb\\n' | sort -r | awk '{print NR, $1}' && id -un > /dev/null && echo ok"),
    ).toBe("2\n1 b\n2 a\nok\n")
  })
})

describe("the arguments for bubblewrap", () => {
  const args = wrapInBubblewrap(["/bin/sh", "-c", "true"], { workspace: "/srv/team", network: false })

  test("cut every tie that can be cut", () => {
    for (const flag of [
      "--die-with-parent",
      "--unshare-pid",
      "--unshare-net",
      "--unshare-ipc",
      "--unshare-uts",
      "--clearenv",
    ])
      expect(args).toContain(flag)
    expect(args.slice(-4)).toEqual(["--", "/bin/sh", "-c", "true"])
  })

  test("leave the network only where it is granted", () => {
    expect(wrapInBubblewrap(["true"], { workspace: "/srv/team", network: true })).not.toContain("--unshare-net")
  })

  test("bind nothing writable but the workspace", () => {
    const writable = args.flatMap((arg, at) => (arg === "--bind" || arg === "--dev-bind" ? [args[at + 1]] : []))
    expect(writable).toEqual(["/srv/team"])
    expect(args).not.toContain("/etc")
  })
})

test("the arguments for sandbox-exec pass paths as parameters and clear the environment", () => {
  const args = wrapInSandboxExec(["/bin/sh", "-c", "true"], { workspace: '/srv/a ") (allow default)', network: false })
  const profile = args[args.indexOf("-p") + 1]!
  expect(args).toContain('WORKSPACE=/srv/a ") (allow default)')
  expect(profile).not.toContain("/srv")
  expect(profile).toContain("(deny default)")
  expect(profile).toContain("(deny network*)")
  expect(args.slice(args.indexOf("/usr/bin/env"), args.indexOf("/usr/bin/env") + 2)).toEqual(["/usr/bin/env", "-i"])
  expect(args.slice(-3)).toEqual(["/bin/sh", "-c", "true"])
  expect(wrapInSandboxExec(["true"], { workspace: "/srv", network: true }).join()).toContain("(allow network*")
})

describe("the probe", () => {
  test("answers with the sandbox that was really run", () => {
    const works = process.platform === "linux" && bubblewrapRuns()
    expect(sandbox.kind).toBe(works ? "bubblewrap" : process.platform === "darwin" ? "sandbox-exec" : "none")
  })

  test("without a sandbox a command is left as it is", () => {
    expect(UNSANDBOXED.wrap(["a", "b"], { workspace: "/x", network: false })).toEqual(["a", "b"])
  })
})

function bubblewrapRuns(): boolean {
  try {
    const command = "bwrap --unshare-pid --unshare-net --ro-bind / / --proc /proc true"
    execFileSync("sh", ["-c", command], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}
