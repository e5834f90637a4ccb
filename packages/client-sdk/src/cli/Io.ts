import { randomUUID } from "node:crypto"
import { createInterface, type Interface } from "node:readline"
import { styleText } from "node:util"
import { terminalText } from "./terminalText.ts"

type Style = "red" | "yellow" | "green" | "cyan" | "dim" | "bold"

/**
 * The terminal, the environment and the signals of one run. Controls in what is printed are escaped: robots and people
 * chose part of it.
 */
export interface Io {
  readonly env: { readonly [name: string]: string | undefined }
  /** Whether somebody can be asked. */
  readonly interactive: boolean
  /** Whether progress may be drawn over itself on the error output. */
  readonly live: boolean
  /** A line of the answer; resolves once a slow reader has room again. */
  readonly print: (line: string) => Promise<void>
  /** Text of the answer; into a file or a pipe as it is. */
  readonly write: (text: string) => Promise<void>
  /** A line about what happens, beside the answer. */
  readonly note: (line: string) => void
  /** Text over the current line of the error output; only where `live`. */
  readonly redraw: (text: string) => void
  readonly ask: (question: string) => Promise<string>
  readonly readAll: () => Promise<string>
  readonly colour: (style: Style, text: string) => string
  /** As `colour`, for the error output. */
  readonly noteColour: (style: Style, text: string) => string
  /** Calls back at each Ctrl-C instead of ending. Answers how to stop. */
  readonly onInterrupt: (listener: () => void) => () => void
}

/** The reader has left: what remains is not printed. */
const quietWhenUnread = (stream: NodeJS.WriteStream) =>
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0)
    throw error
  })

const colourful = (stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean =>
  stream.isTTY && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb"

/** Stands for the escape character of a colour until all else is escaped. A robot's name cannot guess it. */
const mark = randomUUID()

const escapeCharacter = "\u001b"

const painter = (colours: boolean) => (style: Style, text: string) =>
  colours
    ? styleText(style, terminalText(text), { validateStream: false }).replaceAll(`${escapeCharacter}[`, `${mark}[`)
    : text

/** The text as a terminal may show it: its own colours, and every other control escaped. */
const shown = (text: string): string => terminalText(text).replaceAll(mark, escapeCharacter)

/** What a question reads from; lines that come before it is asked are kept for it. */
class Lines {
  readonly #lines: Interface
  readonly #kept: Array<string> = []
  readonly #waiting: Array<(line: string | undefined) => void> = []
  #ended = false

  constructor() {
    this.#lines = createInterface({ input: process.stdin, terminal: false })
    this.#lines.on("line", (line) => {
      const next = this.#waiting.shift()
      if (next === undefined) this.#kept.push(line)
      else next(line)
    })
    this.#lines.on("close", () => {
      this.#ended = true
      for (const next of this.#waiting.splice(0)) next(undefined)
    })
  }

  next(): Promise<string | undefined> {
    const kept = this.#kept.shift()
    if (kept !== undefined || this.#ended) return Promise.resolve(kept)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(): void {
    this.#lines.close()
  }
}

/** This process's own terminal. `close` lets it end. */
export const processIo = (): Io & { readonly close: () => void } => {
  const { env, stderr, stdin, stdout } = process
  quietWhenUnread(stdout)
  quietWhenUnread(stderr)
  let lines: Lines | undefined
  const write = (text: string) =>
    new Promise<void>((resolve) => {
      if (stdout.write(text)) resolve()
      else stdout.once("drain", resolve)
    })
  return {
    env,
    interactive: stdin.isTTY && stderr.isTTY,
    live: stderr.isTTY && env["TERM"] !== "dumb",
    write: (text) => write(stdout.isTTY ? shown(text) : text),
    print: (line) => write(`${shown(line)}\n`),
    note: (line) => void stderr.write(`${shown(line)}\n`),
    redraw: (text) => void (stderr.isTTY && stderr.write(`\r\u001b[2K${shown(text)}`)),
    ask: async (question) => {
      stderr.write(shown(question))
      lines ??= new Lines()
      const answer = await lines.next()
      if (answer === undefined) throw new Error("The input ended before the question was answered.")
      return answer.trim()
    },
    readAll: async () => {
      let text = ""
      for await (const chunk of stdin.setEncoding("utf8")) text += chunk
      return text
    },
    colour: painter(colourful(stdout, env)),
    noteColour: painter(colourful(stderr, env)),
    onInterrupt: (listener) => {
      process.on("SIGINT", listener)
      return () => void process.off("SIGINT", listener)
    },
    close: () => lines?.close()
  }
}
