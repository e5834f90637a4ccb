/** Sockets that are open and have not joined, of all addresses and of one. */
export const maxUnjoined = 1_000
export const maxUnjoinedOfAddress = 100

/** Counts the sockets that have not joined, so that those which never do cannot fill the process. */
export class UnjoinedSockets {
  private count = 0
  private readonly ofAddress = new Map<string, number>()

  /** Addresses that are remembered now. */
  get addresses(): number {
    return this.ofAddress.size
  }

  /** Whether this address may not open another one now. */
  isFull(address: string): boolean {
    return this.count >= maxUnjoined || (this.ofAddress.get(address) ?? 0) >= maxUnjoinedOfAddress
  }

  opened(address: string): void {
    this.count++
    this.ofAddress.set(address, (this.ofAddress.get(address) ?? 0) + 1)
  }

  /** One of them has joined, or is closed. */
  left(address: string): void {
    this.count--
    const rest = (this.ofAddress.get(address) ?? 0) - 1
    if (rest > 0) this.ofAddress.set(address, rest)
    else this.ofAddress.delete(address)
  }
}
