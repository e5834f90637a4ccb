"""An RTSP server (GStreamer's) for tests: passes on RTP that comes to a UDP port of this machine, with or without a password.

rtspServer.py RTP_PORT, with RTSP_USER and RTSP_PASSWORD in the environment. Prints the port that it listens on.
"""

import os
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer

Gst.init(None)
rtp_port = sys.argv[1]
user = os.environ.get("RTSP_USER")
caps = "application/x-rtp,media=video,clock-rate=90000,encoding-name=H264,payload=96"
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service("0")
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    f'( udpsrc address=127.0.0.1 port={rtp_port} caps="{caps}" ! rtph264depay ! rtph264pay name=pay0 pt=96 config-interval=-1 )'
)
factory.set_shared(True)
if user is not None:
    auth = GstRtspServer.RTSPAuth()
    auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
    token = GstRtspServer.RTSPToken()
    token.set_string(GstRtspServer.RTSP_TOKEN_MEDIA_FACTORY_ROLE, user)
    auth.add_digest(user, os.environ["RTSP_PASSWORD"], token)
    server.set_auth(auth)
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role(user, GstRtspServer.RTSP_PERM_MEDIA_FACTORY_ACCESS, True)
    permissions.add_permission_for_role(user, GstRtspServer.RTSP_PERM_MEDIA_FACTORY_CONSTRUCT, True)
    factory.set_permissions(permissions)
server.get_mount_points().add_factory("/live", factory)
server.attach(None)
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()
