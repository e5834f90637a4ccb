/** What one statement carries: messages, and characters of their bodies. */
const limits = { messages: 1000, characters: 4_000_000 }

/** Messages in the order that they have, in pieces that one statement each can carry. */
export const inPieces = <Message extends { readonly body: string }>(
  messages: ReadonlyArray<Message>
): ReadonlyArray<ReadonlyArray<Message>> => {
  const pieces: Array<Array<Message>> = []
  let characters = 0
  for (const message of messages) {
    const last = pieces.at(-1)
    characters += message.body.length
    if (last !== undefined && last.length < limits.messages && characters <= limits.characters) last.push(message)
    else {
      pieces.push([message])
      characters = message.body.length
    }
  }
  return pieces
}
