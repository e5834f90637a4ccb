/** Where the driver wants to go: each axis from -1 to 1 of the speed that is set. */
export interface Axes {
  readonly forward: number
  readonly turn: number
}

/** Why driving is locked. A new press is needed once the reason is gone. */
export type Lock = "picture" | "clock" | "link" | "offline" | "busy" | "configuration"

/** Why driving ended without the driver's release. */
export type Cause = Lock | "late" | "hung" | "blurred" | "hidden" | "refused" | "stopped" | "gamepad"

/**
 * `no_picture`: nothing shows where the robot would go. `ready`: a press drives. `held`: messages leave. `stopping`: let go,
 * the message that stops is out or on its way. `locked`: see `lock`.
 */
export type Phase = "no_picture" | "ready" | "held" | "stopping" | "locked"

export interface DriveRules {
  /** How long the robot goes on without a message before its own failsafe acts, in milliseconds. */
  readonly failsafeMs: number
  /** Whether a message of zeros is one that the publisher takes. */
  readonly hasZero: boolean
}

export interface Drive {
  readonly phase: Phase
  readonly lock: Lock | null
  /** What ended driving last, where it was not the driver. */
  readonly cause: Cause | null
  readonly axes: Axes
  /** Messages that the service has not answered: their number and when they left. */
  readonly unanswered: ReadonlyArray<{ readonly seq: number; readonly atMs: number }>
  readonly nextSeq: number
  /** Whether the message sent last tells the robot to stand still, or none was sent. */
  readonly isStill: boolean
  readonly sentMs: number
  /** When the last answer came. */
  readonly answeredMs: number
  /** How long the last answer took. */
  readonly roundTripMs: number
  readonly tickMs: number
  /** Pictures have been fresh since; NaN while they are not. */
  readonly freshSinceMs: number
  readonly picture: Picture
  readonly isConnected: boolean
  readonly isOnline: boolean
  /** Somebody else holds the publisher until then, as far as is known. */
  readonly busyUntilMs: number
  /** The held press asked to go without a picture. */
  readonly isBlind: boolean
}

/** What is known of the picture: its age in milliseconds, that there is none, or that its age is unknown. */
export type Picture = { readonly ageMs: number } | "none" | "unknown"

export type DriveEvent =
  | { readonly type: "press"; readonly atMs: number; readonly axes: Axes; readonly isBlind: boolean }
  /** Another direction while held. */
  | { readonly type: "steer"; readonly atMs: number; readonly axes: Axes }
  | { readonly type: "release"; readonly atMs: number; readonly cause: Cause | null }
  | { readonly type: "tick"; readonly atMs: number }
  | { readonly type: "answered"; readonly atMs: number; readonly seq: number }
  | { readonly type: "refused"; readonly atMs: number; readonly seq: number; readonly busyMs: number | null }
  | { readonly type: "picture"; readonly atMs: number; readonly picture: Picture }
  | { readonly type: "link"; readonly atMs: number; readonly isConnected: boolean }
  | { readonly type: "robot"; readonly atMs: number; readonly isOnline: boolean }
  /** The publisher is another one now. */
  | { readonly type: "reconfigured"; readonly atMs: number }

/** A message to send: `axes` null is the one that stops. */
export interface Send {
  readonly seq: number
  readonly axes: Axes | null
}

/** In milliseconds. */
export const limits = {
  /** The longest time between two messages. */
  tick: 100,
  freshPicture: 400,
  oldPicture: 1000,
  /** Pictures must be fresh for so long before a lock ends. */
  steadyPicture: 500,
  /** An answer that takes longer lets go. */
  answer: 400,
  /** A page that did nothing for longer was hung. */
  hung: 400
}
/** As many messages may be without an answer. */
export const mostUnanswered = 2

const still: Axes = { forward: 0, turn: 0 }

/** Time between two messages while held, in milliseconds. */
export const tickMs = ({ failsafeMs }: DriveRules): number => Math.min(limits.tick, failsafeMs / 4)

export const begin = (atMs: number): Drive => ({
  phase: "no_picture",
  lock: null,
  cause: null,
  axes: still,
  unanswered: [],
  nextSeq: 1,
  isStill: true,
  sentMs: Number.NaN,
  answeredMs: Number.NaN,
  roundTripMs: Number.NaN,
  tickMs: atMs,
  freshSinceMs: Number.NaN,
  picture: "none",
  isConnected: false,
  isOnline: false,
  busyUntilMs: 0,
  isBlind: false
})

/** Whether the newest picture shows where the robot is. */
const isFresh = ({ picture }: Drive) => typeof picture === "object" && picture.ageMs <= limits.freshPicture
const isOld = ({ picture }: Drive) => typeof picture === "object" && picture.ageMs > limits.oldPicture

/** Why no press would drive now, but for the picture. */
const blockOf = (drive: Drive, atMs: number): Lock | null => {
  if (!drive.isConnected) return "link"
  if (!drive.isOnline) return "offline"
  if (atMs < drive.busyUntilMs) return "busy"
  return null
}

/** Where the machine is while nothing is held and nothing has to be said. */
const rest = (drive: Drive, atMs: number): Drive => {
  const block = blockOf(drive, atMs)
  if (block !== null) return { ...drive, phase: "locked", lock: block }
  if (drive.picture === "none") return { ...drive, phase: "no_picture", lock: null }
  if (drive.picture === "unknown") return { ...drive, phase: "locked", lock: "clock" }
  if (isOld(drive)) return { ...drive, phase: "locked", lock: "picture" }
  const wasLocked = drive.phase === "locked" && drive.lock === "picture"
  const isSteady = atMs - drive.freshSinceMs >= limits.steadyPicture
  if (wasLocked && !isSteady) return drive
  return { ...drive, phase: "ready", lock: null }
}

type Step = readonly [Drive, Send | null]

const send = (drive: Drive, axes: Axes | null, atMs: number): Step => [
  {
    ...drive,
    nextSeq: drive.nextSeq + 1,
    unanswered: [...drive.unanswered, { seq: drive.nextSeq, atMs }],
    isStill: axes === null,
    sentMs: atMs
  },
  { seq: drive.nextSeq, axes }
]

/** Says stop where that can be said now. Otherwise silence does: the robot's failsafe runs from the last message on. */
const stop = (drive: Drive, { hasZero }: DriveRules, atMs: number): Step => {
  if (drive.isStill || !hasZero || !drive.isConnected) return [drive, null]
  if (drive.unanswered.length >= mostUnanswered) return [drive, null]
  return send(drive, null, atMs)
}

const letGo = (drive: Drive, rules: DriveRules, atMs: number, cause: Cause | null): Step =>
  drive.phase === "held"
    ? stop({ ...drive, phase: "stopping", axes: still, isBlind: false, cause }, rules, atMs)
    : [drive, null]

/** Why driving must end now; null where it may go on. */
const danger = (drive: Drive, atMs: number): Cause | null => {
  const block = blockOf(drive, atMs)
  if (block !== null) return block
  if (!drive.isBlind) {
    if (drive.picture === "none") return "picture"
    if (drive.picture === "unknown") return "clock"
    if (isOld(drive)) return "picture"
  }
  const [oldest] = drive.unanswered
  return oldest !== undefined && atMs - oldest.atMs > limits.answer ? "late" : null
}

/** After anything that changed what is known: lets go where it must, and finds where the machine rests. */
const settle = (drive: Drive, rules: DriveRules, atMs: number): Step => {
  if (drive.phase === "held") {
    const cause = danger(drive, atMs)
    return cause === null ? [drive, null] : letGo(drive, rules, atMs, cause)
  }
  if (drive.phase === "stopping") {
    const isAnswered = drive.isStill && drive.unanswered.length === 0
    // After the failsafe's time the robot stands, whatever was heard.
    const isOver = isAnswered || atMs - drive.sentMs >= rules.failsafeMs
    return isOver ? [rest({ ...drive, isStill: true }, atMs), null] : stop(drive, rules, atMs)
  }
  return [rest(drive, atMs), null]
}

const withPicture = (drive: Drive, picture: Picture, atMs: number): Drive => {
  const next = { ...drive, picture }
  if (!isFresh(next)) return { ...next, freshSinceMs: Number.NaN }
  return Number.isNaN(drive.freshSinceMs) ? { ...next, freshSinceMs: atMs } : next
}

const withoutMessage = (drive: Drive, seq: number, atMs: number): Drive => {
  const message = drive.unanswered.find((each) => each.seq === seq)
  if (message === undefined) return drive
  return {
    ...drive,
    unanswered: drive.unanswered.filter((each) => each !== message),
    answeredMs: atMs,
    roundTripMs: atMs - message.atMs
  }
}

/** Whether a press drives now. */
const mayPress = (drive: Drive, isBlind: boolean, atMs: number): boolean => {
  if (drive.phase === "held" || drive.unanswered.length >= mostUnanswered) return false
  if (drive.phase === "stopping" && !drive.isStill) return false
  return isBlind ? blockOf(drive, atMs) === null : rest(drive, atMs).phase === "ready"
}

const tick = (drive: Drive, rules: DriveRules, atMs: number): Step => {
  const ticked = { ...drive, tickMs: atMs }
  if (drive.phase !== "held") return settle(ticked, rules, atMs)
  // While the page stood still, the driver did not see where the robot went.
  if (atMs - drive.tickMs > limits.hung) return letGo(ticked, rules, atMs, "hung")
  const cause = danger(ticked, atMs)
  if (cause !== null) return letGo(ticked, rules, atMs, cause)
  if (ticked.unanswered.length >= mostUnanswered || atMs - ticked.sentMs < tickMs(rules) - 5) return [ticked, null]
  return send(ticked, ticked.axes, atMs)
}

/**
 * What a driver, a robot and a link do to each other. Whatever happens in whatever order, the message sent last tells the
 * robot to stand still, or the robot's failsafe runs because nothing follows it. Nothing is queued: a message leaves at once or
 * never.
 */
export const step = (drive: Drive, event: DriveEvent, rules: DriveRules): Step => {
  const { atMs } = event
  switch (event.type) {
    case "press": {
      if (!mayPress(drive, event.isBlind, atMs)) return [drive, null]
      const held: Drive = { ...drive, phase: "held", lock: null, cause: null, axes: event.axes, isBlind: event.isBlind }
      return send({ ...held, tickMs: atMs }, event.axes, atMs)
    }
    case "steer":
      return drive.phase === "held" ? [{ ...drive, axes: event.axes }, null] : [drive, null]
    case "release":
      return letGo(drive, rules, atMs, event.cause)
    case "tick":
      return tick(drive, rules, atMs)
    case "answered": {
      const next = withoutMessage(drive, event.seq, atMs)
      const wasLate = next !== drive && next.roundTripMs > limits.answer
      if (drive.phase === "held" && wasLate) return letGo(next, rules, atMs, "late")
      return settle(next, rules, atMs)
    }
    case "refused": {
      const next = withoutMessage(drive, event.seq, atMs)
      const busyUntilMs = event.busyMs === null ? next.busyUntilMs : atMs + event.busyMs
      if (drive.phase !== "held") return settle({ ...next, busyUntilMs }, rules, atMs)
      // Another message would be refused too. The failsafe follows the last one that was taken.
      const cause = event.busyMs === null ? "refused" : "busy"
      return [{ ...next, busyUntilMs, phase: "stopping", cause, axes: still, isStill: true, isBlind: false }, null]
    }
    case "picture":
      return settle(withPicture(drive, event.picture, atMs), rules, atMs)
    case "link": {
      // What was not answered never will be.
      const next = { ...drive, isConnected: event.isConnected, unanswered: event.isConnected ? drive.unanswered : [] }
      return settle(next, rules, atMs)
    }
    case "robot":
      return settle({ ...drive, isOnline: event.isOnline }, rules, atMs)
    case "reconfigured":
      return letGo(drive, rules, atMs, "configuration")
  }
}
