import type { Process, Task } from "./Kernel.ts"

/** A timer of the simulated time, in the shape of Node's. */
export class VirtualTimer {
  atMs: number
  readonly order: number
  readonly process: Process
  readonly run: Task["run"]
  /** Its place in the heap; -1 where it does not wait. */
  place = -1
  /** Milliseconds after which it comes again; null where it comes once. */
  everyMs: number | null = null

  constructor(atMs: number, order: number, process: Process, run: Task["run"]) {
    this.atMs = atMs
    this.order = order
    this.process = process
    this.run = run
  }

  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
  refresh(): this {
    return this
  }
}

const before = (left: VirtualTimer, right: VirtualTimer) =>
  left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order)

/** Timers by their time, and by their order where that is the same (a binary heap). */
export class Timers {
  private readonly heap: Array<VirtualTimer> = []
  private count = 0

  get soonestMs(): number | null {
    return this.heap[0]?.atMs ?? null
  }

  add(atMs: number, process: Process, run: Task["run"]): VirtualTimer {
    const timer = new VirtualTimer(atMs, this.count++, process, run)
    timer.place = this.heap.push(timer) - 1
    this.up(timer.place)
    return timer
  }

  remove(timer: VirtualTimer): void {
    const { place } = timer
    if (place < 0) return
    timer.place = -1
    const last = this.heap.pop()!
    if (last === timer) return
    this.heap[place] = last
    last.place = place
    this.up(place)
    this.down(place)
  }

  /** Takes those whose time has come, in their order. */
  takeDue(nowMs: number): ReadonlyArray<VirtualTimer> {
    const due: Array<VirtualTimer> = []
    while (this.heap.length > 0 && this.heap[0]!.atMs <= nowMs) {
      due.push(this.heap[0]!)
      this.remove(this.heap[0]!)
    }
    return due
  }

  private up(from: number): void {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!before(this.heap[place]!, this.heap[parent]!)) return
      this.swap(place, parent)
      place = parent
    }
  }

  private down(from: number): void {
    let place = from
    for (;;) {
      const left = place * 2 + 1
      if (left >= this.heap.length) return
      const right = left + 1
      const least = right < this.heap.length && before(this.heap[right]!, this.heap[left]!) ? right : left
      if (!before(this.heap[least]!, this.heap[place]!)) return
      this.swap(place, least)
      place = least
    }
  }

  private swap(left: number, right: number): void {
    const one = this.heap[left]!
    const other = this.heap[right]!
    this.heap[left] = other
    this.heap[right] = one
    other.place = left
    one.place = right
  }
}
