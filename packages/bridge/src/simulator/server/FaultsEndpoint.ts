import { Result, Schema } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { FaultsChange } from "./Faults.ts"
import type { RobotServer } from "./RobotServer.ts"

const decodeChange = Schema.decodeUnknownResult(Schema.fromJsonString(FaultsChange), { onExcessProperty: "error" })

const answer = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

const handle = async (robot: RobotServer, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.url !== "/faults") return answer(response, 404, { message: "Only /faults is here." })
  if (request.method === "GET") return answer(response, 200, robot.faults())
  if (request.method !== "POST") return answer(response, 405, { message: "Use GET or POST." })
  const change = decodeChange(await text(request))
  if (Result.isFailure(change)) return answer(response, 400, { message: change.failure.message })
  answer(response, 200, robot.change(change.success))
}

/** GET /faults and POST /faults: what is wrong with the robot, and how to change it. */
export const faultsEndpoint =
  (robot: RobotServer) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    // Only an aborted request can fail, and it needs no answer.
    handle(robot, request, response).catch(() => response.destroy())
  }
