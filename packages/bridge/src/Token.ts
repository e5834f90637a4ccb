import { Config, Data, Effect, FileSystem, Option, Path, Redacted } from "effect"
import { createHash } from "node:crypto"
import { homedir } from "node:os"

export class NoToken extends Data.TaggedError("NoToken")<{ readonly message: string }> {}

/** The token itself, or that of a file; an empty name is no file. */
export const readToken = Effect.fnUntraced(function* (
  token: Option.Option<Redacted.Redacted>,
  file: Option.Option<string>
) {
  if (Option.isSome(token)) return token.value
  if (Option.isNone(file) || file.value === "")
    return yield* new NoToken({ message: "Give the robot's token: FLEET_TOKEN or --token-file." })
  const fs = yield* FileSystem.FileSystem
  return Redacted.make((yield* fs.readFileString(file.value)).trim())
})

/** One directory per token, so that bridges of several robots on one computer keep their jobs apart. */
export const defaultStateDirectory = Effect.fnUntraced(function* (token: Redacted.Redacted) {
  const path = yield* Path.Path
  const state = yield* Config.String("XDG_STATE_HOME").pipe(Config.withDefault(path.join(homedir(), ".local", "state")))
  const robot = createHash("sha256").update(Redacted.value(token)).digest("hex").slice(0, 16)
  return path.join(state, "fleet-bridge", robot)
})
