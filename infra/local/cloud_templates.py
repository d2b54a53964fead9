"""CloudFormation features of the AWS stages that ministack lacks, for tests with `sam deploy`."""

import functools
import hashlib

from ministack.services.cloudformation import provisioners
from zest_local.deploy import REGION


def mend():
    """Patches ministack before serving."""
    handlers = provisioners._RESOURCE_HANDLERS
    api = handlers["AWS::AppSync::GraphQLApi"]
    handlers["AWS::AppSync::GraphQLApi"] = {**api, "create": _with_hosts(api["create"])}
    handlers["AWS::WAFv2::WebACLAssociation"] = {"create": _associate, "delete": _dissociate}


def _with_hosts(create):
    """Host names that do not contain the API id."""

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


def _associate(logical_id, properties, stack_name):
    return f"{properties['WebACLArn']}|{properties['ResourceArn']}", {}


def _dissociate(physical_id, properties):
    pass
