import { assert, describe, it } from "@effect/vitest"
import { createClient, FleetError } from "../../packages/client-sdk/src/index.ts"
import { FakeService, robotId } from "./support/FakeService.ts"

describe("the socket of a command", () => {
  it("is not one that is closing: the command fails as one that was not carried out", async () => {
    await using service = await FakeService.start()
    let closing = false
    const written: Array<string> = []
    class Closing extends WebSocket {
      override get readyState() {
        return closing ? WebSocket.CLOSING : super.readyState
      }
      override send(text: string) {
        written.push(text)
        super.send(text)
      }
    }
    using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test", WebSocket: Closing })
    using _ = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    const before = written.length
    closing = true
    const published = fleet
      .robot(robotId)
      .publisher("cmd_vel")
      .publish({ x: 1 })
      .catch((error: unknown) => error)
    assert.lengthOf(written, before)
    socket.close(1012)
    const error = await published
    assert.isTrue(FleetError.is(error) && error.is("connection_lost"))
    closing = false
  })

  it("is another one after the first was closed as unused", async () => {
    await using service = await FakeService.start()
    using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })
    const battery = fleet.robot(robotId).datapoint("battery").subscribe()
    const first = await service.authenticated()
    battery.close()
    await first.closed
    const published = fleet.robot(robotId).publisher("cmd_vel").publish({ x: 1 })
    const second = await service.authenticated()
    const { request_id } = await second.frame("publish")
    second.send({
      type: "command_result",
      request_id,
      ok: true,
      code: null,
      job: null,
      kind: "publisher",
      message: null
    })
    await published
  })
})
