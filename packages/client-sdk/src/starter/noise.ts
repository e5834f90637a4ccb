const rosName = /^\/[A-Za-z_][A-Za-z0-9_]*(?:\/[A-Za-z_][A-Za-z0-9_]*)*$/
const rosType = /^[a-z][a-z0-9_]*\/(?:msg|srv|action)\/[A-Za-z][A-Za-z0-9]*$/

/** What every ROS node or bridge has besides what it is for. */
const topics = /^\/(?:rosout|parameter_events|clock|connected_clients|client_count|robot_description|tf|tf_static)$/
const topicTypes = /^(?:rcl_interfaces|rosgraph_msgs|lifecycle_msgs|bond)\/|^sensor_msgs\/msg\/CameraInfo$/
const serviceTypes =
  /^(?:rcl_interfaces|type_description_interfaces|composition_interfaces|lifecycle_msgs|rosapi|rosapi_msgs|logging_demo)\//

/** Too many bytes to watch as values. */
const heavy =
  /^(?:sensor_msgs\/msg\/PointCloud2?|nav_msgs\/msg\/(?:OccupancyGrid|Path)|octomap_msgs\/.*|visualization_msgs\/.*)$/

/** ROS hides names with a part that begins with an underscore. */
const isHidden = (name: string) => name.includes("/_")

/** What the configuration's grammar can say. */
export const isSayable = (name: string, type: string): boolean =>
  name.length <= 255 && rosName.test(name) && rosType.test(type)

export const isNoise = (kind: "topics" | "services" | "actions", name: string, type: string): boolean => {
  if (isHidden(name)) return true
  if (kind === "topics") return topics.test(name) || topicTypes.test(type)
  return kind === "services" && serviceTypes.test(type)
}

export const isHeavy = (type: string): boolean => heavy.test(type)
