// Code by weight only: keywords strong, comments dim, everything else as it is.

export type CodePiece = { text: string; weight: "plain" | "strong" | "dim" }

const WORDS = {
  sql: "add all alter and as asc begin between by cascade case column commit concurrently constraint create cross database default delete desc distinct drop else end exists explain foreign from full function grant group having if in index inner insert into is join key left like limit materialized not null offset on or order outer primary references rename returning revoke right rollback row schema select sequence set table then to transaction trigger truncate union unique update using values vacuum view when where with",
  shell: "case do done elif else esac export fi for function if in local return set then until while",
  script:
    "abstract as async await break case catch class const continue debugger default delete do else enum export extends finally for from function if implements import in instanceof interface let new null of private protected public readonly return satisfies static super switch this throw true false try type typeof undefined var void while yield",
  python:
    "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield match",
  go: "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false",
  rust: "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while",
  java: "abstract boolean break case catch class const continue default do double else enum extends final finally float for if implements import instanceof int interface long new null package private protected public record return static super switch synchronized this throw throws true false try var void while",
  docker:
    "FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL AS",
  none: "",
}

type Family = keyof typeof WORDS

const FAMILY: Record<string, Family> = {
  ...named("sql", "sql pgsql postgres postgresql mysql sqlite"),
  ...named("shell", "sh bash zsh shell console fish"),
  ...named("script", "js jsx ts tsx javascript typescript mjs cjs vue svelte"),
  ...named("python", "py python"),
  ...named("go", "go golang"),
  ...named("rust", "rs rust"),
  ...named("java", "java kotlin kt scala c cpp c++ h hpp cs csharp swift php"),
  ...named("docker", "dockerfile docker"),
}

function named(family: Family, names: string): Record<string, Family> {
  return Object.fromEntries(names.split(" ").map((name) => [name, family]))
}

const words = new Map<Family, Set<string>>()
const wordsOf = (family: Family): Set<string> => {
  const known = words.get(family) ?? new Set(WORDS[family].split(" "))
  words.set(family, known)
  return known
}

const HASH = new Set<Family>(["shell", "python", "docker"])
const STRINGS = "\"(?:\\\\.|[^\"\\\\])*\"?|'(?:\\\\.|[^'\\\\])*'?|`[^`]*`?"

function lineComment(family: Family, language: string): string {
  if (family === "sql") return "--.*"
  if (HASH.has(family) || ["yaml", "yml", "toml", "ruby", "rb", "make", "makefile", "ini"].includes(language))
    return String.raw`(?<=^|\s)#.*`
  return family === "none" ? "(?!)" : String.raw`\/\/.*|\/\*.*?(?:\*\/|$)`
}

/** One line at a time: a comment over several lines is dim only where it says so itself, which is enough for weight. */
export function weigh(line: string, language: string): CodePiece[] {
  const family = FAMILY[language] ?? "none"
  const keywords = wordsOf(family)
  const scanner = new RegExp(`(${lineComment(family, language)})|(${STRINGS})|([A-Za-z_][\\w$]*)|\\s+|.`, "gu")
  const pieces: CodePiece[] = []
  for (const [text, comment, , word] of line.matchAll(scanner)) {
    const key = family === "sql" ? word?.toLowerCase() : word
    const weight = comment !== undefined ? "dim" : key !== undefined && keywords.has(key) ? "strong" : "plain"
    const last = pieces.at(-1)
    if (last?.weight === weight) last.text += text
    else pieces.push({ text, weight })
  }
  return pieces
}
