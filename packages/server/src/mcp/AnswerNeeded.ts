import { Data } from "effect"

/** The client is to ask its person, and to call again with the answer and `state`. */
export class AnswerNeeded extends Data.TaggedError("AnswerNeeded")<{
  readonly message: string
  readonly state: string
}> {}
