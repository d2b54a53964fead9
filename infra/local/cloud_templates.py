"""CloudFormation features that ministack lacks: API hosts, web ACL associations, alarms over several metrics."""

import functools
import hashlib

from ministack.services.cloudformation import provisioners
from zest_local.deploy import REGION


def install():
    """Patches ministack before serving."""
    handlers = provisioners._RESOURCE_HANDLERS
    api = handlers["AWS::AppSync::GraphQLApi"]
    handlers["AWS::AppSync::GraphQLApi"] = {**api, "create": _with_hosts(api["create"])}
    handlers["AWS::WAFv2::WebACLAssociation"] = {"create": _associate, "delete": _dissociate}
    provisioners._cw_metric_alarm_record = _with_metric_math(provisioners._cw_metric_alarm_record)


def _with_hosts(create):
    """Wraps the creation of an API: adds host names that, as on AWS, do not contain the API id."""

    @functools.wraps(create)
    def created(logical_id, properties, stack_name):
        api_id, attributes = create(logical_id, properties, stack_name)
        host = hashlib.sha256(api_id.encode()).hexdigest()[:26]
        hosts = {
            "GraphQLDns": f"{host}.appsync-api.{REGION}.amazonaws.com",
            "RealtimeDns": f"{host}.appsync-realtime-api.{REGION}.amazonaws.com",
        }
        return api_id, {**attributes, **hosts}

    return created


def _with_metric_math(record):
    """Stores an alarm over several metrics as an alarm over the first one."""

    @functools.wraps(record)
    def stored(name, properties):
        measured = [one["MetricStat"] for one in properties.get("Metrics") or [] if "MetricStat" in one]
        if not measured:
            return record(name, properties)
        kept = {key: value for key, value in properties.items() if key != "Metrics"}
        first = measured[0]
        return record(name, {**kept, **first["Metric"], "Statistic": first["Stat"], "Period": first["Period"]})

    return stored


def _associate(logical_id, properties, stack_name):
    return f"{properties['WebACLArn']}|{properties['ResourceArn']}", {}


def _dissociate(physical_id, properties):
    pass
