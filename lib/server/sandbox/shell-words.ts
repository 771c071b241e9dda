// Splits a shell script into its simple commands, as far as that can be done without running it.
import "server-only"

/** The words of each simple command, unquoted, those in `$(…)`, backticks and subshells included. */
export function simpleCommands(script: string): string[][] {
  return new Scanner(script).scan()
}

class Scanner {
  private readonly commands: string[][] = []
  private readonly hereDocuments: { end: string; indented: boolean }[] = []
  private words: string[] = []
  private word: string | null = null
  private isTarget = false
  private depth = 0
  private at = 0

  constructor(private readonly script: string) {}

  scan(): string[][] {
    while (this.at < this.script.length) this.step(this.script[this.at]!)
    this.endCommand()
    return this.commands
  }

  private step(character: string): void {
    const next = this.script[this.at + 1] ?? ""
    if (character === "\\") {
      if (next !== "\n") this.put(next)
      this.at += 2
    } else if (character === "'") this.quoted()
    else if (character === '"') this.doubleQuoted()
    else if (character === "`" || (character === "$" && next === "(")) this.substitution()
    else if (character === "#" && this.word === null) this.skipTo("\n")
    else if (character === "<" || character === ">") this.redirection()
    else if (character === "&" && next === ">") this.at++
    else if (character === "\n") this.newline()
    else if (character === "(") this.openBracket()
    else if (character === ")") this.closeBracket()
    else if (character === ";" || character === "&" || character === "|") {
      this.endCommand()
      this.at++
    } else if (/\s/.test(character)) {
      this.endWord()
      this.at++
    } else {
      this.put(character)
      this.at++
    }
  }

  private put(text: string): void {
    this.word = (this.word ?? "") + text
  }

  private skipTo(text: string): void {
    const found = this.script.indexOf(text, this.at)
    this.at = found < 0 ? this.script.length : found
  }

  private quoted(): void {
    const start = this.at + 1
    this.at = start
    this.skipTo("'")
    this.put(this.script.slice(start, this.at))
    this.at++
  }

  private doubleQuoted(): void {
    this.put("")
    this.at++
    while (this.at < this.script.length) {
      const character = this.script[this.at]!
      if (character === '"') break
      if (character === "`" || (character === "$" && this.script[this.at + 1] === "(")) this.substitution()
      else {
        if (character === "\\") this.at++
        this.put(this.script[this.at] ?? "")
        this.at++
      }
    }
    this.at++
  }

  private substitution(): void {
    const backtick = this.script[this.at] === "`"
    const start = this.at + (backtick ? 1 : 2)
    const end = backtick ? this.closingBacktick(start) : this.closingBracket(start)
    this.commands.push(...simpleCommands(this.script.slice(start, end)))
    // What it prints is not known; it only keeps the words around it apart.
    this.put("")
    this.at = end + 1
  }

  private closingBacktick(from: number): number {
    for (let i = from; i < this.script.length; i++)
      if (this.script[i] === "\\") i++
      else if (this.script[i] === "`") return i
    return this.script.length
  }

  private closingBracket(from: number): number {
    let depth = 1
    let quote = ""
    for (let i = from; i < this.script.length; i++) {
      const character = this.script[i]!
      if (character === "\\" && quote !== "'") i++
      else if (quote !== "") quote = character === quote ? "" : quote
      else if (character === "'" || character === '"') quote = character
      else if (character === "(") depth++
      else if (character === ")") {
        depth--
        if (depth === 0) return i
      }
    }
    return this.script.length
  }

  private redirection(): void {
    // A descriptor's number before it is part of it: `2>file`.
    if (this.word !== null && /^\d+$/.test(this.word)) this.word = null
    this.endWord()
    const sign = /^(?:<<<|<<-?|[<>][>&|]?)/.exec(this.script.slice(this.at))![0]
    this.at += sign.length
    if (sign === "<<" || sign === "<<-") this.hereDocument(sign === "<<-")
    else this.isTarget = true
  }

  private hereDocument(indented: boolean): void {
    const found = /^[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([^\s;&|<>()]+))/.exec(this.script.slice(this.at))
    if (!found) return
    this.at += found[0].length
    this.hereDocuments.push({ end: found[1] ?? found[2] ?? found[3] ?? "", indented })
  }

  private newline(): void {
    this.endCommand()
    this.at++
    for (const { end, indented } of this.hereDocuments.splice(0)) {
      for (let over = false; !over && this.at < this.script.length; ) {
        const start = this.at
        this.skipTo("\n")
        const line = this.script.slice(start, this.at)
        this.at++
        over = (indented ? line.replace(/^\t+/, "") : line) === end
      }
    }
  }

  private openBracket(): void {
    if (this.word?.endsWith("=")) {
      // The values of an array are words, not a command.
      this.at = this.closingBracket(this.at + 1) + 1
      return
    }
    this.endCommand()
    this.depth++
    this.at++
  }

  private closeBracket(): void {
    if (this.depth > 0) {
      this.depth--
      this.endCommand()
    } else {
      // Closing what was never opened: a pattern of `case`, not a command.
      this.word = null
      this.words = []
    }
    this.at++
  }

  private endWord(): void {
    if (this.word === null) return
    if (this.isTarget) this.isTarget = false
    else this.words.push(this.word)
    this.word = null
  }

  private endCommand(): void {
    this.endWord()
    this.isTarget = false
    if (this.words.length > 0) this.commands.push(this.words)
    this.words = []
  }
}
