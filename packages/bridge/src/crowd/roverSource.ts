/** The configuration of a robot that is made for a crowd. */
export const roverSource = `platform: 1
# A rover of many, played by fleet-bridge --simulate rover --robots.
datapoints:
  battery:
    topic: /battery
    type: sensor_msgs/msg/BatteryState
    field: percentage
    numeric: { scale: 100, unit: "%", decimals: 1 }
  position_x:
    topic: /pose
    type: geometry_msgs/msg/PoseStamped
    field: pose.position.x
    numeric: { unit: m, decimals: 2 }
  speed:
    topic: /odom
    type: nav_msgs/msg/Odometry
    field: twist.twist.linear.x
    numeric: { unit: m/s, decimals: 2 }
actions:
  dock:
    ros_name: /dock
    type: fleet_sim_interfaces/action/Dock
    message: { speed: "\${speed}" }
    parameters:
      speed: { type: float32, default: 0.5, min_value: 0.05, max_value: 1 }
services:
  reset:
    ros_name: /reset
    type: std_srvs/srv/Trigger
`
