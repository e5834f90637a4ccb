const battery =
  "  battery: {topic: /battery, type: std_msgs/msg/Float32, field: data, retention: {enabled: true, interval_seconds: 1}}"
const pose = "  pose: {topic: /pose, type: std_msgs/msg/Float32, field: data}"
const dock = "  dock: {ros_name: /dock, type: a/action/Dock}"
const undock = "  undock: {ros_name: /undock, type: a/action/Undock}"
const services = "services:\n  reset: {ros_name: /reset, type: std_srvs/srv/Trigger}"
const publishers = `publishers:
  drive:
    topic: /cmd_vel
    type: geometry_msgs/msg/Twist
    message: {linear: {x: "\${speed}"}}
    parameters:
      speed: {type: float64}
    failsafe: {timeout_ms: 500, message: {linear: {x: 0}}}
    quiet_timeout_ms: 1000`

const written = (...parts: ReadonlyArray<string>) => `${["platform: 1", ...parts].join("\n")}\n`

/** Configurations that are published one after the other: whole, without a datapoint, without an action, retargeted. */
export const documents: ReadonlyArray<string> = [
  written("datapoints:", battery, pose, "actions:", dock, undock, services, publishers),
  written("datapoints:", battery, "actions:", dock, undock, services, publishers),
  written("datapoints:", battery, pose, "actions:", undock, services, publishers),
  written("datapoints:", battery, pose, "actions:", dock.replace("/dock,", "/dock2,"), undock, services, publishers)
]
