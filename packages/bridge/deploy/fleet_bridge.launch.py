"""Starts foxglove_bridge, and the fleet bridge beside it.

    FLEET_TOKEN=rbt_... ros2 launch ./fleet_bridge.launch.py url:=https://fleet.example

The token is read from the environment variable FLEET_TOKEN or, with token_file:=..., from a file.
"""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node


def generate_launch_description():
    url = LaunchConfiguration("url")
    port = LaunchConfiguration("port")
    token_file = LaunchConfiguration("token_file")
    return LaunchDescription(
        [
            DeclareLaunchArgument("url", description="The cloud's base URL"),
            DeclareLaunchArgument("port", default_value="8765", description="The port of foxglove_bridge"),
            DeclareLaunchArgument("token_file", default_value="", description="A file with the robot's token"),
            Node(
                package="foxglove_bridge",
                executable="foxglove_bridge",
                parameters=[
                    {
                        "address": "127.0.0.1",
                        "port": port,
                        # Actions are made of hidden topics and services.
                        "include_hidden": True,
                    }
                ],
                respawn=True,
                respawn_delay=2.0,
            ),
            ExecuteProcess(
                cmd=["fleet-bridge", "--url", url, "--ros", ["ws://127.0.0.1:", port]],
                additional_env={"FLEET_TOKEN_FILE": token_file},
                output="screen",
            ),
        ]
    )
