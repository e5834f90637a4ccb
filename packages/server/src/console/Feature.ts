import { Effect, Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { ConsoleFiles } from "./ConsoleFiles.ts"
import { ConsoleHttp } from "./ConsoleHttp.ts"

/** Built while the service starts, so that the first browser finds it there. Why it failed is said at the page. */
const Prepared = Layer.effectDiscard(
  Effect.gen(function* () {
    const files = yield* ConsoleFiles
    yield* Effect.forkScoped(
      Effect.catch(Effect.asVoid(files.built), ({ message }) =>
        Effect.logError("the console could not be built", message)
      )
    )
  })
)

/** The console: its files, and every address that is nobody else's. */
export const console = feature({
  services: ConsoleFiles.layer,
  background: Prepared,
  pages: ConsoleHttp
})
