"""What ministack lacks of CloudFormation for the AWS stages, which the tests deploy to it with `sam deploy`."""

import functools
import hashlib

from ministack.services.cloudformation import provisioners
from zest_local.deploy import REGION


def mend():
    """Once, before anything is served."""
    handlers = provisioners._RESOURCE_HANDLERS
    api = handlers["AWS::AppSync::GraphQLApi"]
    handlers["AWS::AppSync::GraphQLApi"] = {**api, "create": _with_hosts(api["create"])}
    handlers["AWS::WAFv2::WebACLAssociation"] = {"create": _associate, "delete": _dissociate}


def _with_hosts(create):
    """An API's hosts, which have an id of their own: that of the API is in neither."""

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
    """Nothing is filtered here: that the template's association is well formed is what a deployment shows."""
    return f"{properties['WebACLArn']}|{properties['ResourceArn']}", {}


def _dissociate(physical_id, properties):
    pass
