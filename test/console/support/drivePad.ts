import { assert } from "@effect/vitest"
import { noGamepad, stepGamepad } from "../../../packages/console/src/features/live/drive/gamepad.ts"
import {
  type Axes,
  begin,
  type Drive,
  type DriveEvent,
  type DriveRules,
  type Send,
  step
} from "../../../packages/console/src/features/live/drive/machine.ts"

export const rules: DriveRules = { failsafeMs: 500, hasZero: true }
export const ahead: Axes = { forward: 1, turn: 0 }

export type Act = DriveEvent extends infer Event ? (Event extends unknown ? Omit<Event, "atMs"> : never) : never

/** A pad, the messages that left it, and a clock. */
export const aPad = (of: DriveRules = rules) => {
  let drive: Drive = begin(0)
  let nowMs = 0
  const sent: Array<Send & { readonly atMs: number }> = []
  const on = (act: Act) => {
    const [next, send] = step(drive, { ...act, atMs: nowMs } as DriveEvent, of)
    drive = next
    if (send !== null) sent.push({ ...send, atMs: nowMs })
  }
  const answerAll = () => {
    for (const { seq } of drive.unanswered) on({ type: "answered", seq })
  }
  /** Ticks and answers as a healthy link does, with fresh pictures. */
  const run = (ms: number, ageMs = 80) => {
    for (let passed = 0; passed < ms; passed += 50) {
      nowMs += 50
      on({ type: "picture", picture: { ageMs } })
      on({ type: "tick" })
      answerAll()
    }
  }
  const ready = () => {
    on({ type: "link", isConnected: true })
    on({ type: "robot", isOnline: true })
    run(600)
    assert.strictEqual(drive.phase, "ready")
    return pad
  }
  let gamepad = noGamepad
  /** What a gamepad shows when it is looked at; null where it is gone. */
  const look = (shows: { readonly isHeld: boolean; readonly axes: Axes } | null, isAway = false) => {
    const [next, act] = stepGamepad(gamepad, shows, drive.phase, isAway)
    gamepad = next
    if (act !== null) on(act.type === "press" ? { ...act, isBlind: false } : act)
  }
  const press = (isBlind = false) => on({ type: "press", axes: ahead, isBlind })
  const pad = {
    get drive() {
      return drive
    },
    get last() {
      return sent.at(-1)
    },
    answerAll,
    look,
    on,
    press,
    ready,
    run,
    sent,
    wait: (ms: number) => (nowMs += ms)
  }
  return pad
}

/** What a gamepad may show. */
export const shown = {
  gone: null,
  up: { isHeld: false, axes: { forward: 0, turn: 0 } },
  down: { isHeld: true, axes: ahead },
  left: { isHeld: true, axes: { forward: 0, turn: 1 } }
}
