"""Prints template.yaml as SAM transforms it for stage dev with canaries, as JSON. It runs with the SAM CLI's Python."""

import json
import sys
from pathlib import Path

from boto3 import Session
from samcli.yamlhelper import yaml_parse
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

template = yaml_parse(Path("template.yaml").read_text())
for resource in template["Resources"].values():
    # `sam deploy` uploads the code and replaces its path with an S3 address.
    for name in {"CodeUri", "DefinitionUri"} & resource.get("Properties", {}).keys():
        resource["Properties"][name] = "s3://bucket/key"
translator = Translator({}, Parser(), boto_session=Session(region_name="us-east-1"))
json.dump(translator.translate(template, {"Stage": "dev", "Canary": "true"}), sys.stdout)
