import { assert, describe, it } from "@effect/vitest"
import { AlertId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Int } from "@fleet/domain/Wire"
import { AlertQueue, type TakenMoves } from "@fleet/server/robots/alerts/AlertQueue"
import { AlertValues } from "@fleet/server/robots/alerts/AlertValues"
import { LiveAlert } from "@fleet/server/robots/alerts/LiveAlert"
import { Schema } from "effect"
import { randomUUID } from "node:crypto"

const alertCount = 6
const orgId = OrgId.make(randomUUID())
const robotIds = [RobotId.make(randomUUID()), RobotId.make(randomUUID())]

const makeAlert = (number: number) => {
  const home = { orgId, robotId: robotIds[number % 2]!, link: {} as never }
  const condition = { fire_at: 20, resolve_at: 30 }
  const alert = new LiveAlert(home, {
    slug: `s${number}`,
    key: "low",
    name: "low",
    severity: "warning",
    enabled: true,
    condition
  })
  alert.row = { id: AlertId.make(randomUUID()), revision: 0 }
  return alert
}

const Steps = Schema.Array(
  Schema.Struct({
    does: Schema.Literals(["offer", "offer", "offer", "take", "takeOf", "write", "fail", "drop"]),
    alert: Int(0, alertCount - 1),
    atMost: Int(1, 3)
  })
).check(Schema.isMaxLength(60))

describe("the queue of alerts", () => {
  it.prop(
    "the queue of alerts: moves are taken oldest alert first and each once; those given back come first with what came since",
    [Steps],
    ([steps]) => {
      let nowMs = 0
      const queue = new AlertQueue(
        () => nowMs,
        () => undefined
      )
      const alerts = Array.from({ length: alertCount }, (_, number) => makeAlert(number))
      const written = alerts.map((): Array<number> => [])
      const accepted = alerts.map((): Array<number> => [])
      let order: Array<LiveAlert> = []
      let underWay: ReadonlyArray<TakenMoves> = []
      for (const { alert: number, atMost, does } of steps) {
        const alert = alerts[number]!
        const isFree = underWay.length === 0
        if (does === "offer") {
          nowMs += 1_000
          if (alert.isDropped) continue
          alert.machine.take(alert.machine.state === "ok" ? 10 : 40, nowMs)
          queue.moved(alert)
          accepted[number]!.push(nowMs)
          if (!order.includes(alert)) order.push(alert)
        } else if (does === "drop") alert.isDropped = true
        else if ((does === "take" || does === "takeOf") && isFree) {
          const robotId = alert.home.robotId
          underWay = does === "take" ? queue.take(atMost) : queue.takeOf(robotId, atMost)
          const fit = order.filter((each) => !each.isDropped && (does === "take" || each.home.robotId === robotId))
          assert.deepStrictEqual(
            underWay.map((taken) => taken.alert),
            fit.slice(0, atMost)
          )
          assert.isTrue(underWay.every((taken) => taken.alert.isWriting))
          order = order.filter((each) => !underWay.some((taken) => taken.alert === each))
        } else if (does === "write") {
          for (const { alert: taken, moved } of underWay) {
            taken.isWriting = false
            taken.settle(moved.moves.length, moved.revision + 1)
            written[alerts.indexOf(taken)]!.push(...moved.moves.map(({ atMs }) => atMs))
          }
          underWay = []
        } else if (does === "fail") {
          queue.giveBack(underWay)
          const first = underWay.map((taken) => taken.alert)
          assert.isFalse(first.some(({ isWriting }) => isWriting))
          order = [...first, ...order.filter((each) => !first.includes(each))]
          underWay = []
        }
      }
      queue.giveBack(underWay)
      for (const { alert, moved } of queue.take(Infinity))
        written[alerts.indexOf(alert)]!.push(...moved.moves.map(({ atMs }) => atMs))
      assert.strictEqual(queue.size, 0)
      for (const [number, { isDropped }] of alerts.entries())
        if (!isDropped) assert.deepStrictEqual(written[number], accepted[number])
    }
  )

  it.prop(
    "the queue of alerts: of values what is given back comes first; one robot's are taken apart; no value is lost",
    [Steps],
    ([steps]) => {
      const values = new AlertValues()
      values.makeAllDue()
      const alerts = Array.from({ length: alertCount }, (_, number) => makeAlert(number))
      let order: Array<LiveAlert> = []
      let underWay: ReadonlyArray<LiveAlert> = []
      for (const { alert: number, atMost, does } of steps) {
        const alert = alerts[number]!
        if (does === "offer") {
          values.add(alert)
          if (!order.includes(alert)) order.push(alert)
        } else if (does === "drop") {
          values.delete(alert)
          order = order.filter((each) => each !== alert)
        } else if ((does === "take" || does === "takeOf") && underWay.length === 0) {
          const { robotId } = alert.home
          underWay = does === "take" ? values.take(atMost) : values.takeOf(robotId, atMost)
          const fit = order.filter(({ home }) => does === "take" || home.robotId === robotId)
          assert.deepStrictEqual(underWay, fit.slice(0, atMost))
          order = order.filter((each) => !underWay.includes(each))
        } else if (does === "write") underWay = []
        else if (does === "fail") {
          values.giveBack(underWay)
          order = [...underWay, ...order.filter((each) => !underWay.includes(each))]
          underWay = []
        }
        assert.deepStrictEqual([...values], order)
        for (const each of alerts) assert.strictEqual(each.hasNewValue, order.includes(each))
      }
    }
  )

  it("the queue of alerts: values of connected robots are due in every tenth round, of others and of dropped alerts in each", () => {
    const values = new AlertValues()
    const connected = makeAlert(0)
    const offline = makeAlert(1)
    const dropped = makeAlert(2)
    Object.assign(offline.home, { link: null })
    dropped.isDropped = true
    const takenIn = (round: number) => {
      for (const alert of [connected, offline, dropped]) values.add(alert)
      const taken = values.take(10)
      assert.strictEqual(taken.includes(connected), round % 10 === 0, `${round}`)
      assert.isTrue(taken.includes(offline) && taken.includes(dropped))
      values.roundEnded()
    }
    for (let round = 1; round <= 30; round++) takenIn(round)
  })
})
