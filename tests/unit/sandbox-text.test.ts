// What is kept of an output, how an end is put into words, and which commands are refused outright.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { isDangerous } from "@/lib/server/sandbox/dangerous-command"
import { formatOutcome } from "@/lib/server/sandbox/format-outcome"
import { KEPT_CHARACTERS, KeptOutput } from "@/lib/server/sandbox/kept-output"
import { simpleCommands } from "@/lib/server/sandbox/shell-words"

const keep = (pieces: string[]) => {
  const kept = new KeptOutput()
  for (const piece of pieces) kept.add(piece)
  return kept.text()
}

describe("kept output", () => {
  const pieces = fc
    .array(fc.tuple(fc.string({ unit: "grapheme", maxLength: 20 }), fc.integer({ min: 0, max: 800 })), {
      maxLength: 12,
    })
    .map((parts) => parts.map(([text, times]) => text.replaceAll("\0", "").repeat(times)))

  test("is all of it up to the limit", () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        fc.pre(parts.join("").length <= KEPT_CHARACTERS)
        expect(keep(parts)).toBe(parts.join(""))
      }),
    )
    expect(keep(["x".repeat(KEPT_CHARACTERS)])).toBe("x".repeat(KEPT_CHARACTERS))
  })

  test("is beyond it the head, the tail and how much is missing, never longer than the limit", () => {
    fc.assert(
      fc.property(pieces, fc.nat(12), (parts, at) => {
        const long = [...parts.slice(0, at), "😀".repeat(KEPT_CHARACTERS), ...parts.slice(at)]
        const whole = long.join("")
        const text = keep(long)
        const [, head, cut, tail] = /^(.*)\n\.\.\. \(([\d,]+) characters cut\) \.\.\.\n(.*)$/s.exec(text)!
        expect(text.length).toBeLessThanOrEqual(KEPT_CHARACTERS)
        expect(text.length).toBeGreaterThan(KEPT_CHARACTERS - 200)
        expect(whole.startsWith(head!) && whole.endsWith(tail!)).toBe(true)
        expect(head!.length + tail!.length + Number(cut!.replaceAll(",", ""))).toBe(whole.length)
        expect(text.isWellFormed()).toBe(true)
      }),
    )
  })

  test("does not depend on the pieces it came in", () => {
    const whole = Array.from({ length: 30_000 }, (_, i) => `${i}\n`).join("")
    const pieces = whole.match(/.{1,7}/gs)!
    expect(keep(pieces)).toBe(keep([whole]))
  })

  test("holds no zero character, which no database would take", () => {
    expect(keep(["a\0b"])).toBe("a\uFFFDb")
  })
})

describe("an end in words", () => {
  test.each([
    [{ kind: "exited", code: 0, output: "hello\n" } as const, "hello\n", false, "exit 0"],
    [{ kind: "exited", code: 0, output: "" } as const, "(no output)", false, "exit 0"],
    [{ kind: "exited", code: 2, output: "" } as const, "(no output)\n(exit code 2)", true, "exit 2"],
    [{ kind: "exited", code: 1, output: "bad\n" } as const, "bad\n(exit code 1)", true, "exit 1"],
    [{ kind: "timeout", output: "" } as const, "Error: Timeout (120s)", true, "timeout after 120 s"],
    [{ kind: "timeout", output: "half\n" } as const, "Error: Timeout (120s)\nhalf\n", true, "timeout after 120 s"],
    [{ kind: "aborted", output: "" } as const, "Error: Stopped before it was finished", true, "stopped"],
  ])("%j", (outcome, text, isError, summary) => {
    expect(formatOutcome(outcome)).toEqual({ text, isError, summary })
  })
})

describe("a dangerous command", () => {
  test.each([
    "rm -rf /",
    "rm -fr / ",
    "rm -r -f /",
    "rm --recursive --force /",
    "rm -rf --no-preserve-root /",
    "rm -rf /*",
    "rm -rf // ",
    "cd /tmp && rm -rf /",
    "sudo ls",
    "sudo",
    "echo a; sudo rm x",
    "true && shutdown -h now",
    "false || reboot",
    "echo y | sudo tee /etc/x",
    "(reboot)",
    "{ reboot; }",
    "if true; then reboot; fi",
    "echo $(sudo cat /etc/shadow)",
    'echo "`sudo id`"',
    "/sbin/reboot",
    "/usr/bin/sudo -n true",
    "FOO=bar sudo env",
    "env X=1 nohup nice -n 5 sudo ls",
    "timeout 10 shutdown now",
    "bash -c 'sudo ls'",
    'sh -ec "rm -rf /"',
    "eval 'reboot'",
    "sleep 1 & reboot",
    "ls\nreboot\n",
    "\\sudo ls",
    '"sudo" ls',
    "cat <<EOF\ntext\nEOF\nsudo ls",
    "ls 2>&1 | sudo tee x",
    "xargs sudo < list",
  ])("is refused: %j", (command) => {
    expect(isDangerous(command)).toBe(true)
  })

  test.each([
    "echo shutdown",
    "echo 'sudo make me a sandwich'",
    'git commit -m "remove sudo; reboot"',
    "rm -rf /tmp/x",
    "rm -rf ./build /tmp/x",
    "rm -f /",
    "rm -rf .",
    "grep -rn 'rm -rf /' .",
    "npm run shutdown",
    "./reboot.sh",
    "cat <<'EOF' > README.md\nsudo apt install x\nreboot\nEOF",
    "cat <<-EOF\n\tsudo x\n\tEOF\necho done",
    "# sudo ls\nls",
    "echo a # ; sudo b",
    "ls > shutdown",
    "echo x >reboot; ls",
    "names=(shutdown reboot)",
    "case $1 in\nshutdown) echo down;;\nesac",
    "for x in shutdown reboot; do echo $x; done",
    "sudoku",
    "bash sudo-free.sh -c",
    "echo 2>&1 sudo",
    "",
    "'unclosed sudo",
  ])("is not seen in: %j", (command) => {
    expect(isDangerous(command)).toBe(false)
  })

  test("is looked for in any text without failing", () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      "`",
      "$(",
      ")",
      "(",
      "<<",
      "EOF",
      "\n",
      " ",
      ";",
      "\\",
      "sudo",
      ">",
      "&",
      "|",
      "#",
      "=",
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        expect(Array.isArray(simpleCommands(pieces.join("")))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
