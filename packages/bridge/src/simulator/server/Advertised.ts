import type { Channel, GraphUpdate, Service } from "../../ros/foxglove/Operations.ts"
import type { RosGraph, ServiceServer, Topic } from "../ros/Graph.ts"

/** A robot's graph with the ids it has on the wire. Ids differ from one boot to the next, as on a real robot. */
export interface Advertised {
  readonly graph: RosGraph
  readonly channels: ReadonlyArray<Channel>
  readonly services: ReadonlyArray<Service>
  readonly topicOf: (channelId: number) => Topic | undefined
  readonly serviceOf: (serviceId: number) => ServiceServer | undefined
  readonly channelOf: (topic: Topic) => number
  /** The whole connection graph of the services that are alive. */
  readonly connections: (isAlive: (service: string) => boolean) => GraphUpdate
}

const idsPerBoot = 1000
const node = ["/fleet_sim"]

const part = (type: string, name: string, schema: string) => ({
  encoding: "cdr",
  schemaName: `${type}_${name}`,
  schemaEncoding: "ros2msg",
  schema
})

export const advertise = (graph: RosGraph, boot: number): Advertised => {
  const firstId = boot * idsPerBoot + 1
  const topics = [...graph.topics.values()]
  const servers = [...graph.services.values()]
  return {
    graph,
    channels: topics.map(({ name, type, text }, index) => ({
      id: firstId + index,
      topic: name,
      encoding: "cdr",
      schemaName: type,
      schema: text,
      schemaEncoding: "ros2msg"
    })),
    services: servers.map(({ name, definition: { type, request, response } }, index) => ({
      id: firstId + index,
      name,
      type,
      request: part(type, "Request", request),
      response: part(type, "Response", response)
    })),
    topicOf: (channelId) => topics[channelId - firstId],
    serviceOf: (serviceId) => servers[serviceId - firstId],
    channelOf: (topic) => firstId + topics.indexOf(topic),
    connections: (isAlive) => ({
      op: "connectionGraphUpdate",
      publishedTopics: topics.map(({ name }) => ({ name, publisherIds: node })),
      subscribedTopics: [],
      advertisedServices: servers.filter(({ name }) => isAlive(name)).map(({ name }) => ({ name, providerIds: node })),
      removedTopics: [],
      removedServices: []
    })
  }
}
