/** An open socket, as the outbox needs it. */
export interface Transport {
  /** Hands over one text frame. `written` runs once it has left this process, in the order of the frames. */
  readonly send: (text: string, written: () => void) => void
  /** Hands over one binary frame; absent where only text passes. */
  readonly sendBytes?: (bytes: Uint8Array) => void
  /** Bytes handed over and not yet written. */
  readonly bufferedAmount: () => number
}
