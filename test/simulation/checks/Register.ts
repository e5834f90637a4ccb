import type { Outcome } from "../actors/Operator.ts"
import type { Kernel } from "../kernel/Kernel.ts"

/** How long a change that nobody answered may still be carried out, in milliseconds. */
const lateMs = 60_000

/** A thing that one operator changes, one change at a time: what it may be now, as far as answers tell. */
export class Register<Value> {
  private readonly kernel: Kernel
  private certain: ReadonlyArray<Value>
  private late: ReadonlyArray<{ readonly value: Value; readonly untilMs: number }> = []
  private asked: { readonly value: Value } | null = null
  /** Changes that were acknowledged, and those of which nobody knows. */
  acknowledged = 0
  unknown = 0

  constructor(kernel: Kernel, value: Value) {
    this.kernel = kernel
    this.certain = [value]
  }

  get isBusy(): boolean {
    return this.asked !== null
  }

  /** Whether a change that nobody answered may still be carried out. */
  get isLate(): boolean {
    return this.late.some(({ untilMs }) => untilMs > this.kernel.nowMs)
  }

  begin(value: Value): void {
    this.asked = { value }
  }

  end({ kind }: Outcome): void {
    const { value } = this.asked!
    this.asked = null
    if (kind === "done") {
      this.acknowledged++
      this.certain = [value]
    }
    if (kind !== "unknown") return
    this.unknown++
    this.certain = [...this.certain, value]
    this.late = [...this.late, { value, untilMs: this.kernel.nowMs + lateMs }]
  }

  /** Every value that it may have now. */
  get possible(): ReadonlyArray<Value> {
    this.late = this.late.filter(({ untilMs }) => untilMs > this.kernel.nowMs)
    return [...this.certain, ...this.late.map(({ value }) => value), ...(this.asked === null ? [] : [this.asked.value])]
  }

  /** Whether it is this and nothing else. */
  is(value: Value): boolean {
    return this.possible.every((one) => one === value)
  }

  mayBe(value: Value): boolean {
    return this.possible.includes(value)
  }

  /** What is read is what it is. */
  settle(value: Value): void {
    this.certain = [value]
    this.late = []
  }
}
