import { serveAction, type Goal } from "@fleet/bridge/simulator/ros/ActionServer"
import { makeCodec } from "@fleet/bridge/simulator/ros/Codec"
import { makeGraph } from "@fleet/bridge/simulator/ros/Graph"
import { actionTexts } from "@fleet/bridge/simulator/ros/Interfaces"
import { assert, it } from "@effect/vitest"

const definition = { type: "demo/action/Dock", goal: "int32 place", feedback: "int32 left", result: "bool done" }

const aServer = () => {
  const graph = makeGraph(() => undefined)
  const handles: Array<Goal> = []
  serveAction(graph, "/dock", {
    definition,
    start: (_, handle) => handles.push(handle) > 0,
    rejects: () => false
  })
  const call = async (part: "sendGoal" | "getResult", name: string, request: object): Promise<any> => {
    const { type, request: asked, response } = actionTexts(definition)[part]
    const payload = makeCodec(`${type}_Request`, asked).write(request)
    const answer = await graph.services.get(`/dock/_action/${name}`)!.call(payload)
    return makeCodec(`${type}_Response`, response).read(answer)
  }
  const goalId = (index: number) => {
    const uuid = new Uint8Array(16)
    new DataView(uuid.buffer).setUint32(0, index + 1)
    return { goal_id: { uuid } }
  }
  const statuses = graph.topics.get("/dock/_action/status")!
  return {
    send: async (index: number) => {
      await call("sendGoal", "send_goal", { ...goalId(index), place: index })
      return handles.at(-1)!
    },
    result: (index: number) => call("getResult", "get_result", goalId(index)),
    /** The numbers of the goals that are listed, with their statuses. */
    listed: () => {
      const { status_list } = makeCodec(statuses.type, statuses.text).read(statuses.last()!) as any
      return Array.from(status_list, ({ goal_info, status }: any) => [
        new DataView(Uint8Array.from(goal_info.goal_id.uuid).buffer).getUint32(0) - 1,
        status
      ])
    }
  }
}

it("of ended goals the last 100 are listed, in any order of their begin, and every one that runs", async () => {
  const { listed, result, send } = aServer()
  const long = await send(0)
  for (let index = 1; index <= 100; index++) (await send(index)).succeed({ done: true })
  assert.lengthOf(listed(), 101)
  assert.deepStrictEqual(listed()[1], [1, 4])
  for (let index = 101; index <= 1_000; index++) (await send(index)).succeed({ done: true })
  assert.lengthOf(listed(), 101)
  assert.deepStrictEqual(listed().slice(0, 2), [
    [0, 2],
    [901, 4]
  ])
  assert.strictEqual((await result(900)).status, 0)
  assert.deepInclude(await result(901), { status: 4, done: true })
  const waited = result(0)
  long.succeed({ done: true })
  assert.deepInclude(await waited, { status: 4, done: true })
  assert.deepStrictEqual([listed().length, listed()[0], listed().at(-1)], [100, [902, 4], [0, 4]])
})
