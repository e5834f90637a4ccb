import { actionPart } from "../../ros/ActionParts.ts"
import { rosTime, type RosTime } from "../Time.ts"
import type { RosGraph } from "./Graph.ts"
import { type ActionText, actionTexts } from "./Interfaces.ts"

/** action_msgs/msg/GoalStatus. */
const status = { accepted: 1, executing: 2, canceling: 3, succeeded: 4, canceled: 5, aborted: 6 } as const

/** action_msgs/srv/CancelGoal. */
const returnCode = { none: 0, rejected: 1, unknownGoal: 2, terminated: 3 } as const

interface GoalInfo {
  readonly goal_id: { readonly uuid: Uint8Array }
  readonly stamp: RosTime
}

/** One goal while it runs. Each ends exactly once; later ends are ignored. */
export interface Goal {
  readonly cancelRequested: () => boolean
  readonly feedback: (feedback: object) => void
  readonly succeed: (result: object) => void
  readonly abort: (result: object) => void
  readonly canceled: (result: object) => void
}

interface GoalRecord {
  readonly info: GoalInfo
  status: number
  result: object
  readonly waiting: Array<(response: object) => void>
}

export interface ActionOptions {
  readonly definition: ActionText
  /** Takes the goal and starts it, or refuses it by returning false. */
  readonly start: (goal: unknown, handle: Goal) => boolean
  readonly rejects: () => boolean
}

/** Goals that are over and still listed, those that ended last. rcl forgets by time; a simulator never runs so many at once. */
const maxEnded = 100

const keyOf = (info: GoalInfo) => Buffer.from(info.goal_id.uuid).toString("hex")
const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0)
const isOver = (goal: GoalRecord) => goal.status >= status.succeeded
const isAtOrBefore = (a: RosTime, b: RosTime) => a.sec < b.sec || (a.sec === b.sec && a.nanosec <= b.nanosec)

/** Builds an action as rcl does: three services, a feedback topic and a latched status topic. */
export const serveAction = (graph: RosGraph, action: string, { definition, start, rejects }: ActionOptions): void => {
  const texts = actionTexts(definition)
  const goals = new Map<string, GoalRecord>()
  const feedback = graph.topic(action + actionPart.feedback, texts.feedback.type, { text: texts.feedback.text })
  const statuses = graph.topic(action + actionPart.status, "action_msgs/msg/GoalStatusArray", { latched: true })

  const announce = () =>
    statuses.publish({
      status_list: Array.from(goals.values(), (goal) => ({ goal_info: goal.info, status: goal.status }))
    })

  /** Makes an ended goal the last to be forgotten. */
  const retire = (goal: GoalRecord) => {
    const key = keyOf(goal.info)
    // A server that was killed has forgotten it already.
    if (!goals.delete(key)) return
    goals.set(key, goal)
    const ended = Array.from(goals).filter(([, each]) => isOver(each))
    for (const [oldest] of ended.slice(0, -maxEnded)) goals.delete(oldest)
  }

  const end = (goal: GoalRecord, final: number, result: object) => {
    if (isOver(goal)) return
    goal.status = final
    goal.result = result
    retire(goal)
    announce()
    for (const answer of goal.waiting.splice(0)) answer({ status: final, ...result })
  }

  const handleOf = (goal: GoalRecord): Goal => ({
    cancelRequested: () => goal.status === status.canceling,
    feedback: (message) => feedback.publish({ goal_id: goal.info.goal_id, ...message }),
    succeed: (result) => end(goal, status.succeeded, result),
    abort: (result) => end(goal, status.aborted, result),
    canceled: (result) => end(goal, status.canceled, result)
  })

  graph.service(action + actionPart.sendGoal, texts.sendGoal, (request) => {
    const { goal_id, ...fields } = request as { readonly goal_id: GoalInfo["goal_id"] }
    const info = { goal_id, stamp: rosTime() }
    const goal: GoalRecord = { info, status: status.accepted, result: {}, waiting: [] }
    const refused = rejects() || goals.has(keyOf(info)) || !start(fields, handleOf(goal))
    if (refused) return { accepted: false, stamp: info.stamp }
    goals.set(keyOf(info), goal)
    announce()
    goal.status = status.executing
    announce()
    return { accepted: true, stamp: info.stamp }
  })

  graph.service(action + actionPart.getResult, texts.getResult, (request) => {
    const goal = goals.get(keyOf(request as GoalInfo))
    if (goal === undefined) return { status: 0 }
    if (isOver(goal)) return { status: goal.status, ...goal.result }
    return new Promise((resolve) => goal.waiting.push(resolve))
  })

  /** A goal id names one goal, a stamp every goal up to it; both at once name all of these, neither names all. */
  const named = ({ goal_id, stamp }: GoalInfo): ReadonlyArray<GoalRecord> => {
    const all = Array.from(goals.values()).filter((goal) => !isOver(goal))
    const hasStamp = stamp.sec !== 0 || stamp.nanosec !== 0
    if (isZero(goal_id.uuid) && !hasStamp) return all
    const key = Buffer.from(goal_id.uuid).toString("hex")
    return all.filter((goal) => keyOf(goal.info) === key || (hasStamp && isAtOrBefore(goal.info.stamp, stamp)))
  }

  graph.service(action + actionPart.cancelGoal, texts.cancelGoal, (request) => {
    const { goal_info: info } = request as { readonly goal_info: GoalInfo }
    const canceling = named(info)
    if (canceling.length === 0 && !isZero(info.goal_id.uuid)) {
      return { return_code: goals.has(keyOf(info)) ? returnCode.terminated : returnCode.unknownGoal }
    }
    if (rejects() && canceling.length > 0) return { return_code: returnCode.rejected }
    for (const goal of canceling) goal.status = status.canceling
    announce()
    return { return_code: returnCode.none, goals_canceling: canceling.map((goal) => goal.info) }
  })

  graph.actions.set(action, {
    forget: () => {
      const lost = Array.from(goals.values()).filter((goal) => !isOver(goal))
      goals.clear()
      for (const goal of lost) {
        goal.waiting.length = 0
        // The robot stops by itself; no status is sent.
        goal.status = status.canceling
      }
      announce()
    }
  })

  announce()
}
