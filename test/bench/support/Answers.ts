/** What a child program can be asked for, by name. */
export type Answers = Readonly<Record<string, (argument: never) => unknown>>

export interface Question {
  readonly id: number
  readonly name: string
  readonly argument: unknown
}

export type Answer =
  | { readonly kind: "ready"; readonly facts: unknown }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly message: string }

const send = (answer: Answer) => {
  // The parent may have gone while this program was starting.
  if (!process.connected) process.exit(0)
  process.send?.(answer)
}

/** Makes this process a child program: it says what it is, then answers questions until its parent goes. */
export const answer = (facts: unknown, answers: Answers): void => {
  process.on("disconnect", () => process.exit(0))
  process.on("message", ({ argument, id, name }: Question) => {
    const asked = async () => answers[name]!(argument as never)
    asked().then(
      (value) => send({ kind: "answer", id, value }),
      (error: unknown) => send({ kind: "failure", id, message: error instanceof Error ? error.stack! : String(error) })
    )
  })
  send({ kind: "ready", facts })
}
