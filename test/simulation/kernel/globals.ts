import { syncBuiltinESMExports } from "node:module"
import childProcess from "node:child_process"
import crypto from "node:crypto"
import net from "node:net"
import type { Kernel, Process, Task } from "./Kernel.ts"
import { VirtualTimer } from "./Timers.ts"

/** What reaches the computer from inside a simulated process: connections and child processes. */
export interface Outside {
  readonly connect: (process: Process, host: string) => unknown
  readonly fork: (process: Process, program: string) => unknown
}

const RealDate = globalThis.Date
const real = {
  setTimeout: globalThis.setTimeout as (...given: Array<unknown>) => unknown,
  setInterval: globalThis.setInterval as (...given: Array<unknown>) => unknown,
  setImmediate: globalThis.setImmediate as (...given: Array<unknown>) => unknown,
  clearTimeout: globalThis.clearTimeout,
  clearInterval: globalThis.clearInterval,
  clearImmediate: globalThis.clearImmediate
}

/** Replaces members of an object; answers how to put them back. */
const replace = (target: object, members: Record<string, unknown>): (() => void) => {
  const before = Object.keys(members).map((name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const)
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: true })
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(target, name)
      else Object.defineProperty(target, name, descriptor)
    }
  }
}

const timersOf = (kernel: Kernel) => {
  const later = (run: (...args: Array<unknown>) => void, ms: number, args: Array<unknown>) => {
    const process = kernel.current!
    const timer = kernel.after(process, Math.max(1, Math.floor(ms) || 1), () => run(...args))
    if (!process.hasTimers) kernel.cancel(timer)
    return timer
  }
  const again = (process: Process, run: Task["run"], everyMs: number) => {
    let waiting: VirtualTimer
    const handle = { unref: () => handle, ref: () => handle, hasRef: () => true, stop: () => kernel.cancel(waiting) }
    const wait = () => {
      waiting = kernel.after(process, everyMs, () => {
        wait()
        return run()
      })
    }
    wait()
    return handle
  }
  const cancel = (timer: unknown, otherwise: (timer: never) => void) => {
    if (timer instanceof VirtualTimer) kernel.cancel(timer)
    else if (typeof timer === "object" && timer !== null && "stop" in timer) (timer.stop as () => void)()
    else if (typeof timer === "object" && timer !== null && "task" in timer)
      kernel.withdrawImmediate(timer.task as Task)
    else otherwise(timer as never)
  }
  return {
    setTimeout: (run: () => void, ms = 1, ...args: Array<unknown>) =>
      kernel.current === null ? real.setTimeout(run, ms, ...args) : later(run, ms, args),
    setInterval: (run: () => void, ms = 1, ...args: Array<unknown>) =>
      kernel.current === null
        ? real.setInterval(run, ms, ...args)
        : again(kernel.current, () => (run as (...args: Array<unknown>) => void)(...args), Math.max(1, ms)),
    setImmediate: (run: () => void, ...args: Array<unknown>) =>
      kernel.current === null
        ? real.setImmediate(run, ...args)
        : { task: kernel.immediate(kernel.current, () => (run as (...args: Array<unknown>) => void)(...args)) },
    clearTimeout: (timer: unknown) => cancel(timer, real.clearTimeout),
    clearInterval: (timer: unknown) => cancel(timer, real.clearInterval),
    clearImmediate: (timer: unknown) => cancel(timer, real.clearImmediate)
  }
}

const dateOf = (kernel: Kernel) =>
  new Proxy(RealDate, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length === 0 && kernel.current !== null ? [kernel.nowMs] : args, self) as object,
    get: (target, name) =>
      name === "now" && kernel.current !== null ? () => kernel.nowMs : (Reflect.get(target, name) as unknown)
  })

const uuidOf = (bytes: Uint8Array): string => {
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}

/**
 * `Math.random` of a process at a time. What libraries draw once, when they are first used, moves nothing that is drawn
 * later: a seed has the same history whether it is the first of its program or not.
 */
const chanceOf = (kernel: Kernel) => {
  let last = ""
  let count = 0
  return () => {
    const place = `${kernel.current!.name} ${kernel.nowMs}`
    count = place === last ? count + 1 : 0
    last = place
    return kernel.random.fork(`${place} ${count}`).next()
  }
}

/** An HMAC of WebCrypto, worked out at once: on a thread of its own it would end when the computer likes. */
const hmacOf = (key: CryptoKey, data: Uint8Array) => {
  const { hash } = key.algorithm as HmacKeyAlgorithm
  return crypto
    .createHmac(hash.name.replace("-", ""), crypto.KeyObject.from(key as never))
    .update(data)
    .digest()
}

/**
 * Puts the simulated time, randomness and outside in the place of the computer's, for as long as a task of the kernel
 * runs; between tasks everything is the computer's own. Answers how to undo it.
 */
export const install = (kernel: Kernel, outside: Outside): (() => void) => {
  const random = kernel.random.fork("secrets")
  const { randomBytes, randomFillSync, randomInt, randomUUID } = crypto
  const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto)
  const webUuid = globalThis.crypto.randomUUID.bind(globalThis.crypto)
  const { subtle } = globalThis.crypto
  const [sign, verify] = [subtle.sign.bind(subtle), subtle.verify.bind(subtle)]
  const mathRandom = Math.random
  const performanceNow = performance.now.bind(performance)
  const abortAfter = AbortSignal.timeout.bind(AbortSignal)
  const inside = () => kernel.current !== null
  const uuid = () => uuidOf(random.bytes(new Uint8Array(16)))
  const connect = net.connect as (...args: Array<unknown>) => unknown
  const fork = childProcess.fork as (...args: Array<unknown>) => unknown
  const timers = timersOf(kernel)
  const chance = chanceOf(kernel)

  const undo = [
    replace(globalThis, { ...timers, Date: dateOf(kernel) }),
    replace(Math, { random: () => (inside() ? chance() : mathRandom()) }),
    replace(performance, { now: () => (inside() ? kernel.nowMs - kernel.beganMs : performanceNow()) }),
    replace(AbortSignal, {
      timeout: (ms: number) => {
        if (!inside()) return abortAfter(ms)
        const abort = new AbortController()
        timers.setTimeout(() => abort.abort(new DOMException("The operation timed out.", "TimeoutError")), ms)
        return abort.signal
      }
    }),
    replace(globalThis.crypto, {
      getRandomValues: (bytes: Uint8Array) => {
        if (!inside()) return getRandomValues(bytes as Uint8Array<ArrayBuffer>)
        random.bytes(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        return bytes
      },
      randomUUID: () => (inside() ? uuid() : webUuid())
    }),
    replace(subtle, {
      sign: async (algorithm: never, key: CryptoKey, data: Uint8Array<ArrayBuffer>) =>
        inside() && key.algorithm.name === "HMAC"
          ? Uint8Array.from(hmacOf(key, data)).buffer
          : sign(algorithm, key, data),
      verify: async (algorithm: never, key: CryptoKey, mac: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>) =>
        inside() && key.algorithm.name === "HMAC" ? hmacOf(key, data).equals(mac) : verify(algorithm, key, mac, data)
    }),
    replace(crypto, {
      randomBytes: (length: number, done?: (error: Error | null, bytes: Buffer) => void) =>
        inside() && done === undefined
          ? random.bytes(Buffer.alloc(length))
          : (randomBytes as (...args: Array<unknown>) => unknown)(length, done),
      randomFillSync: (bytes: Uint8Array, ...rest: Array<unknown>) => {
        if (!inside()) return (randomFillSync as (...args: Array<unknown>) => unknown)(bytes, ...rest)
        random.bytes(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        return bytes
      },
      randomInt: (limit: number, ...rest: Array<unknown>) =>
        inside() && rest.length === 0
          ? random.below(limit)
          : (randomInt as (...args: Array<unknown>) => unknown)(limit, ...rest),
      randomUUID: () => (inside() ? uuid() : randomUUID())
    }),
    replace(net, {
      connect: (...args: Array<unknown>) =>
        inside() ? outside.connect(kernel.current!, (args[0] as { host: string }).host) : connect(...args)
    }),
    replace(childProcess, {
      fork: (...args: Array<unknown>) => (inside() ? outside.fork(kernel.current!, String(args[0])) : fork(...args))
    })
  ]
  syncBuiltinESMExports()
  return () => {
    for (const put of undo) put()
    syncBuiltinESMExports()
  }
}
