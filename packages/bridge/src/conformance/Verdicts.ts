import { Data } from "effect"

/** The bridge broke the rule. */
export class Broken extends Data.TaggedError("Broken")<{ readonly message: string }> {}

/** The bridge says that it has no such part, which no rule forbids. */
export class NotSupported extends Data.TaggedError("NotSupported")<{ readonly message: string }> {}
