/**
 * The frames that leave a socket in one write: the last of them, and the run before it. Sockets that are sent the same
 * frames one after the other share the runs, and so the bytes: however many they are, nothing is made per socket.
 */
export class FrameRun {
  /** Bytes of all frames. */
  readonly length: number
  private readonly before: FrameRun | null
  private readonly frame: Buffer | null
  /** The run that was last made of this one and a frame more. */
  private next: FrameRun | null = null
  private joined: Buffer | null = null

  /** Of no frames where both are null. */
  constructor(before: FrameRun | null, frame: Buffer | null) {
    this.before = before
    this.frame = frame
    this.length = before === null ? 0 : before.length + frame!.length
  }

  /** This run with a frame more. */
  with(frame: Buffer): FrameRun {
    const { next } = this
    if (next !== null && next.frame === frame) return next
    return (this.next = new FrameRun(this, frame))
  }

  /** The frames as one run of bytes. */
  bytes(): Buffer {
    return (this.joined ??= this.join())
  }

  /** Lets go of the runs that were made of this one. */
  forget(): void {
    this.next = null
  }

  private join(): Buffer {
    if (this.before!.before === null) return this.frame!
    const bytes = Buffer.allocUnsafe(this.length)
    this.copyTo(bytes)
    for (let run = this.before!; run.before !== null; run = run.before) {
      run.copyTo(bytes)
    }
    return bytes
  }

  /** Copies the last frame to its place. */
  private copyTo(bytes: Buffer): void {
    bytes.set(this.frame!, this.before!.length)
  }
}
