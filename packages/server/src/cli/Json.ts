import { Flag } from "effect/cli"

/** One line of JSON instead of sentences, for scripts. */
export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print one line of JSON"), Flag.withDefault(false))
