import { Data, Effect, FileSystem, Redacted } from "effect"
import { roverSource } from "./roverSource.ts"

export class NoCrowd extends Data.TaggedError("NoCrowd")<{ readonly message: string }> {}

/** The tokens of a file: one a line. Empty lines and what follows a `#` say nothing. */
const tokensIn = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter((line) => line !== "")

const pad = (number: number) => String(number).padStart(4, "0")

const ask = async (url: string, bearer: string, method: string, path: string, body?: unknown): Promise<any> => {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { "content-type": "application/json" })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 300)}`)
  return text === "" ? null : JSON.parse(text)
}

/** Makes one robot, with its configuration published; answers its token. */
const makeRobot = async (url: string, developer: string, name: string): Promise<string> => {
  const { robot, token } = await ask(url, developer, "POST", "/api/robots", { name })
  const config = `/api/robots/${robot.id}/config`
  await ask(url, developer, "PUT", `${config}/draft`, { source: roverSource })
  await ask(url, developer, "POST", `${config}/publish`)
  return token
}

interface Wanted {
  readonly url: string
  readonly file: string
  readonly robots: number
  /** The token of a developer's session, to make robots that the file has no token of. */
  readonly developer: Redacted.Redacted | undefined
}

/** The tokens of so many robots. Those that are missing are made and written to the file, which is for its owner alone. */
export const crowdTokens = Effect.fnUntraced(function* ({ developer, file, robots, url }: Wanted) {
  const fs = yield* FileSystem.FileSystem
  const kept = (yield* fs.exists(file)) ? yield* fs.readFileString(file) : ""
  const tokens = [...tokensIn(kept)]
  if (tokens.length >= robots) return tokens.slice(0, robots)
  if (developer === undefined) {
    return yield* new NoCrowd({
      message: `${file} has ${tokens.length} of ${robots} tokens, one a line. Give FLEET_ACCESS_TOKEN, the access_token of a developer's session, to make the robots that are missing.`
    })
  }
  yield* Effect.logInfo(`Makes ${robots - tokens.length} robots, whose tokens go to ${file}.`)
  if (kept !== "" && !kept.endsWith("\n")) yield* fs.writeFileString(file, "\n", { flag: "a" })
  for (let number = tokens.length + 1; number <= robots; number++) {
    const token = yield* Effect.tryPromise({
      try: () => makeRobot(url, Redacted.value(developer), `Rover ${pad(number)}`),
      catch: (error) => new NoCrowd({ message: `Robot ${number} could not be made. ${String(error)}` })
    })
    // At once: a token is shown only once.
    yield* fs.writeFileString(file, `${token}\n`, { flag: "a", mode: 0o600 })
    tokens.push(token)
    if (number % 100 === 0) yield* Effect.logInfo(`${number} of ${robots} robots are made.`)
  }
  return tokens
})
