export type Place = "ros" | "container" | "systemd" | "simulator"

/** Stands where the token belongs when the page does not know it. It also stands in single quotes of a shell. */
export const tokenPlaceholder = "<token of the robot>"

/** What to run where, with the service's address and the token filled in. */
export const bridgeCommand = (place: Place, url: string, token: string | undefined): string => {
  const environment = `export FLEET_URL=${url}\nexport FLEET_TOKEN=${token ?? tokenPlaceholder}`
  switch (place) {
    case "ros":
      return `${environment}\nnpx fleet-bridge --ros ws://localhost:8765`
    case "container":
      return `${environment}\npodman run --network host -e FLEET_URL -e FLEET_TOKEN \\\n  -e FLEET_ROS=ws://localhost:8765 -v fleet-bridge:/var/lib/fleet-bridge fleet-bridge`
    case "systemd":
      return [
        "sudo install -d -m 0700 /etc/fleet-bridge",
        `echo 'FLEET_URL=${url}' | sudo tee /etc/fleet-bridge/env`,
        "echo 'FLEET_ROS=ws://localhost:8765' | sudo tee -a /etc/fleet-bridge/env",
        `echo '${token ?? tokenPlaceholder}' | sudo tee /etc/fleet-bridge/token > /dev/null`,
        "sudo systemctl enable --now fleet-bridge"
      ].join("\n")
    case "simulator":
      return `${environment}\nnpx fleet-bridge --simulate rover`
  }
}

/** A file for `--env-file` and systemd. */
export const environmentFile = (url: string, token: string): string => `FLEET_URL=${url}\nFLEET_TOKEN=${token}\n`
