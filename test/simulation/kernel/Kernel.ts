import { Generator } from "./Generator.ts"
import { Timers, type VirtualTimer } from "./Timers.ts"

/** What dies as a whole: a server, a bridge, an app. Nothing of one that is dead runs again. */
export class Process {
  readonly name: string
  alive = true
  /** Whether timers that it sets with Node's own functions ever run. */
  hasTimers = true

  constructor(name: string) {
    this.name = name
  }
}

export interface Task {
  readonly process: Process
  readonly run: () => void | Promise<void>
}

const realSetImmediate = globalThis.setImmediate

/** Lets every microtask and every tick of Node that waits run. */
const drained = () => new Promise<void>((resume) => realSetImmediate(resume))

/** More steps than any seed takes: one that takes more runs in a circle. */
const tooManySteps = 2_000_000

/** The one loop that everything runs on: which task is next, and what time it is, is drawn from the seed. */
export class Kernel {
  readonly seed: number
  readonly random: Generator
  private readonly order: Generator
  /** The time of this world, in milliseconds since the epoch. */
  nowMs = Date.UTC(2030, 0, 1)
  readonly beganMs = this.nowMs
  steps = 0
  /** Whose task runs; null between tasks and outside of a run. */
  current: Process | null = null
  /** Tasks of fibres: any of them may be next. */
  private readonly ready: Array<Task> = []
  /** Tasks that Node runs in their order: the oldest may be next. */
  private readonly inOrder: Array<Task> = []
  private readonly timers = new Timers()
  readonly trace: Array<string> = []
  private readonly keepsTrace: boolean
  /** A number that stands for the whole trace. */
  digest = 0x811c9dc5
  /** How likely time passes although something could run, as on a busy computer. */
  stall = 0
  /** What a process threw that nothing caught. */
  readonly faults: Array<string> = []

  constructor(seed: number, keepsTrace = false) {
    this.seed = seed
    this.keepsTrace = keepsTrace
    this.random = new Generator(seed)
    this.order = this.random.fork("order")
  }

  post(process: Process, run: Task["run"]): Task {
    const task = { process, run }
    this.ready.push(task)
    return task
  }

  /** Takes back a task that has not begun. */
  withdraw(task: Task): boolean {
    const at = this.ready.indexOf(task)
    if (at >= 0) this.ready.splice(at, 1)
    return at >= 0
  }

  immediate(process: Process, run: Task["run"]): Task {
    const task = { process, run }
    this.inOrder.push(task)
    return task
  }

  withdrawImmediate(task: Task): void {
    const at = this.inOrder.indexOf(task)
    if (at >= 0) this.inOrder.splice(at, 1)
  }

  at(process: Process, atMs: number, run: Task["run"]): VirtualTimer {
    return this.timers.add(Math.ceil(Math.max(atMs, this.nowMs)), process, run)
  }

  after(process: Process, ms: number, run: Task["run"]): VirtualTimer {
    return this.at(process, this.nowMs + Math.max(0, ms), run)
  }

  cancel(timer: VirtualTimer): void {
    this.timers.remove(timer)
  }

  /** Writes a line of the trace, with the time since the beginning. */
  note(line: string): void {
    const whole = `${String(this.nowMs - this.beganMs).padStart(7)} ${line}`
    for (let at = 0; at < whole.length; at++) this.digest = Math.imul(this.digest ^ whole.charCodeAt(at), 0x01000193)
    if (this.keepsTrace) this.trace.push(whole)
  }

  /** Runs one task; false where there is none left. */
  async step(): Promise<boolean> {
    if (this.steps++ > tooManySteps) throw new Error("the simulation runs in a circle")
    const task = this.next()
    if (task === null) return false
    if (!task.process.alive) return true
    this.current = task.process
    try {
      await task.run()
    } catch (fault) {
      this.faults.push(`${task.process.name}: ${fault instanceof Error ? fault.stack : String(fault)}`)
    }
    await drained()
    this.current = null
    return true
  }

  /** Runs until it is so, or until so many milliseconds of this world have passed; answers whether it is so. */
  async until(isSo: () => boolean, withinMs: number): Promise<boolean> {
    const endMs = this.nowMs + withinMs
    while (!isSo()) {
      const soonest = this.idle ? this.timers.soonestMs : this.nowMs
      if (soonest === null || soonest > endMs) {
        this.nowMs = endMs
        return isSo()
      }
      await this.step()
    }
    return true
  }

  async pass(ms: number): Promise<void> {
    await this.until(() => false, ms)
  }

  /** Runs what a process does to its end. */
  async finish<A>(promise: Promise<A>, withinMs: number): Promise<A> {
    let ended = false
    promise.then(
      () => (ended = true),
      () => (ended = true)
    )
    await drained()
    if (!(await this.until(() => ended, withinMs))) throw new Error(`nothing came within ${withinMs} ms of this world`)
    return promise
  }

  private get idle(): boolean {
    return this.ready.length === 0 && this.inOrder.length === 0
  }

  private next(): Task | null {
    if (this.idle || this.order.chance(this.stall)) {
      const passes = this.idle ? this.timers.soonestMs : this.nowMs + this.order.between(1, 40)
      if (passes === null) return null
      this.nowMs = Math.max(this.nowMs, passes)
    }
    for (const due of this.timers.takeDue(this.nowMs)) this.inOrder.push(due)
    const choices = this.ready.length + (this.inOrder.length > 0 ? 1 : 0)
    if (choices === 0) return { process: dead, run: () => undefined }
    const choice = choices === 1 ? 0 : this.order.below(choices)
    if (choice >= this.ready.length) return this.inOrder.shift()!
    const task = this.ready[choice]!
    const last = this.ready.pop()!
    if (choice < this.ready.length) this.ready[choice] = last
    return task
  }
}

const dead = new Process("nobody")
dead.alive = false
