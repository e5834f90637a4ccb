const firstCapacity = 32

/** What was sent and not acknowledged, oldest first: a ring of numbers, since each picture to each viewer is in one. */
export class SentPictures {
  count = 0
  private head = 0
  private capacity = firstCapacity
  private seqs = new Uint16Array(firstCapacity)
  private times = new Float64Array(firstCapacity)
  private sizes = new Uint32Array(firstCapacity)

  /** Of the one at this place, 0 being the oldest. */
  seq(index: number): number {
    return this.seqs[(this.head + index) % this.capacity]!
  }

  sentMs(index: number): number {
    return this.times[(this.head + index) % this.capacity]!
  }

  add(seq: number, sentMs: number, bytes: number): void {
    if (this.count === this.capacity) this.grow()
    const at = (this.head + this.count++) % this.capacity
    this.seqs[at] = seq
    this.times[at] = sentMs
    this.sizes[at] = bytes
  }

  /** Takes so many of the oldest out; answers their bytes. */
  take(count: number): number {
    let bytes = 0
    for (let taken = 0; taken < count; taken++) {
      bytes += this.sizes[this.head]!
      this.head = (this.head + 1) % this.capacity
    }
    this.count -= count
    return bytes
  }

  private grow(): void {
    const { capacity, head, seqs, sizes, times } = this
    this.capacity = capacity * 2
    this.seqs = new Uint16Array(this.capacity)
    this.times = new Float64Array(this.capacity)
    this.sizes = new Uint32Array(this.capacity)
    for (let index = 0; index < this.count; index++) {
      const from = (head + index) % capacity
      this.seqs[index] = seqs[from]!
      this.times[index] = times[from]!
      this.sizes[index] = sizes[from]!
    }
    this.head = 0
  }
}
