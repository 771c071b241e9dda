// The supervisor's own program: it starts one command and sees to it that nothing of it outlives the server.
import "server-only"

/** Inherited by everything a command starts, so that what slipped away from its parent is still found. */
export const MARK = "COUNTERSIGN_COMMAND"

/**
 * Plain JavaScript for `node -e`: a bundled server has no file of its own to start, and a function turned to text would
 * carry the bundler's additions. Arguments: `run|sweep`, the mark, and for `run` how long silence is borne (0: for ever),
 * for `sweep` a process to end with the rest (0: none). On stdin one JSON a line: `{go}`, `{alive}`, `{kill}`; its end is
 * the server's end. On descriptor 3 one JSON when all is over. The command writes straight to descriptor 1.
 *
 * What belongs to the command: whatever carries the mark, descends from it, or shares a session with such a process.
 * Without a PID namespace a process escapes that only by leaving its parent, its session and its environment at once.
 */
export const SUPERVISOR_SOURCE = String.raw`"use strict"
const { spawn, spawnSync } = require("node:child_process")
const fs = require("node:fs")
const [mode, mark, number] = process.argv.slice(1)
const linux = fs.existsSync("/proc/self/stat")
const needle = "${MARK}=" + mark
const given = Number(number)
let child = null
let ending = false
let watchdog

function statOf(pid) {
  const text = fs.readFileSync("/proc/" + pid + "/stat", "latin1")
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return { pid, dead: "ZX".includes(fields[0]), ppid: +fields[1], session: +fields[3], start: +fields[19] }
}

const oldest = linux && mode === "run" ? statOf(process.pid).start : 0

function carriesMark(pid) {
  try {
    return ("\0" + fs.readFileSync("/proc/" + pid + "/environ", "latin1") + "\0").includes("\0" + needle + "\0")
  } catch {
    return false
  }
}

function fromProc() {
  const found = []
  for (const name of fs.readdirSync("/proc")) {
    if (!/^[0-9]+$/.test(name)) continue
    try {
      const one = statOf(+name)
      one.marked = one.start >= oldest && carriesMark(one.pid)
      found.push(one)
    } catch {}
  }
  return found
}

function fromPs() {
  const ps = spawnSync("ps", ["-axEww", "-o", "pid=,ppid=,pgid=,stat=,command="], { maxBuffer: 1 << 27 })
  const found = []
  for (const line of String(ps.stdout).split("\n")) {
    const [, pid, ppid, group, state, rest] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s(.*)$/.exec(line) || []
    if (!pid || +pid === ps.pid) continue
    const marked = (" " + rest + " ").includes(" " + needle + " ")
    found.push({ pid: +pid, ppid: +ppid, session: +group, dead: state[0] === "Z", marked })
  }
  return found
}

function living() {
  const all = linux ? fromProc() : fromPs()
  const own = all.find((one) => one.pid === process.pid)
  const mine = new Set()
  const sessions = new Set(child ? [child.pid] : [])
  for (let grew = true; grew; ) {
    grew = false
    for (const one of all) {
      if (one.pid === process.pid || one.pid <= 1 || mine.has(one.pid)) continue
      const ours = one.marked || one.ppid === process.pid || mine.has(one.ppid) || sessions.has(one.session)
      if (!ours && !(mode === "sweep" && one.pid === given)) continue
      mine.add(one.pid)
      if (one.session > 1 && !(own && one.session === own.session)) sessions.add(one.session)
      grew = true
    }
  }
  return all.filter((one) => mine.has(one.pid) && !one.dead)
}

async function sweep() {
  const facts = { found: 0, survivors: 0 }
  const late = performance.now() + 10000
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    if (child) try { process.kill(-child.pid, "SIGKILL") } catch {}
    const left = living()
    facts.found = Math.max(facts.found, left.length)
    facts.survivors = left.length
    if (left.length === 0 || performance.now() > late) return facts
    for (const one of left) try { process.kill(one.pid, "SIGKILL") } catch {}
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

async function finish(facts) {
  if (ending) return
  ending = true
  clearTimeout(watchdog)
  const swept = await sweep()
  try { fs.writeSync(3, JSON.stringify({ ...facts, ...swept })) } catch {}
  process.exit(0)
}

function expectWord() {
  clearTimeout(watchdog)
  if (given > 0 && !ending) watchdog = setTimeout(() => finish({ silent: true }), given)
}

// Whoever started the server may have left descriptors open; through one of a folder a sandbox would have a door.
function closeInherited() {
  for (const fd of linux ? fs.readdirSync("/proc/self/fdinfo") : []) {
    try {
      const flags = /^flags:\s*([0-7]+)/m.exec(fs.readFileSync("/proc/self/fdinfo/" + fd, "latin1"))[1]
      if (+fd > 3 && !(parseInt(flags, 8) & 0o2000000)) fs.closeSync(+fd)
    } catch {}
  }
}

function obey(order) {
  if (order.kill) return void finish({ killed: true })
  expectWord()
  if (!order.go || child || ending) return
  const { argv, cwd, env } = order.go
  try {
    child = spawn(argv[0], argv.slice(1), { cwd, env: { ...env, "${MARK}": mark }, detached: true, stdio: ["ignore", 1, 1] })
  } catch (error) {
    return void finish({ error: error.message })
  }
  if (!child.pid) child.on("error", (error) => { child = null; finish({ error: error.message }) })
  else child.on("error", () => {}).on("exit", (code, signal) => finish({ code, signal }))
}

if (mode === "sweep") finish({})
else {
  closeInherited()
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => finish({ killed: true }))
  const gone = () => finish({ killed: true })
  let text = ""
  process.stdin.setEncoding("utf8")
  process.stdin.on("data", (piece) => {
    text += piece
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const line = text.slice(0, end)
      text = text.slice(end + 1)
      obey(JSON.parse(line))
    }
  })
  process.stdin.on("end", gone).on("close", gone).on("error", gone)
}
`
