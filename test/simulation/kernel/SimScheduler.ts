import type { Fiber, Scheduler } from "effect"
import type { Generator } from "./Generator.ts"
import type { Kernel, Process, Task } from "./Kernel.ts"

/** Effect's scheduler over the kernel: any fibre that can go on may be next, and may have to yield anywhere. */
export class SimScheduler implements Scheduler.Scheduler {
  readonly executionMode = "async"
  /** How likely a fibre has to yield at one of its operations. */
  yields = 0
  private readonly kernel: Kernel
  private readonly process: Process
  private readonly random: Generator

  constructor(kernel: Kernel, process: Process) {
    this.kernel = kernel
    this.process = process
    this.random = kernel.random.fork(`yields ${process.name}`)
  }

  shouldYield(fiber: Fiber.Fiber<unknown, unknown>): boolean {
    return fiber.currentOpCount >= fiber.cache.maxOpsBeforeYield || this.random.chance(this.yields)
  }

  makeDispatcher(): Scheduler.SchedulerDispatcher {
    const waiting = new Set<Task>()
    return {
      scheduleTask: (run) => {
        const task = this.kernel.post(this.process, () => {
          waiting.delete(task)
          run()
        })
        waiting.add(task)
      },
      flush: () => {
        for (const task of waiting) if (this.kernel.withdraw(task)) void task.run()
      }
    }
  }
}
