"""Import artifacts expire after a day: a lifecycle rule deletes them on AWS, the launcher locally."""

from datetime import timedelta

from support.zest import Zest
from zest_client import Guest
from zest_local.deploy import forget_old_work


def test_only_artifacts_older_than_a_day_expire(zest: Zest, guest: Guest):
    id = guest.import_url(zest.demo + "carrot-cake.html").recipe["id"]
    cloud, bucket = zest.cloud, zest.outputs["WorkBucket"]

    def left() -> list[str]:
        found = zest.client("s3").list_objects_v2(Bucket=bucket, Prefix=f"work/{id}/")
        return [item["Key"].rsplit("/", 1)[1] for item in found.get("Contents", [])]

    assert sorted(left()) == ["extraction.json", "page"]
    forget_old_work(cloud, bucket)
    assert sorted(left()) == ["extraction.json", "page"], "they are not a day old"
    assert forget_old_work(cloud, bucket, older_than=timedelta(0)) >= 2
    assert left() == []
